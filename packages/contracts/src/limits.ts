/** Constants of the specification, and limits for cases it does not define. Bytes, milliseconds, counts. */
export const limits = {
  /** An image that a certificate prints. */
  imageBytes: 10 * 1024 * 1024,
  /** An uploaded image before it is encoded anew. */
  imageUpload: 20 * 1024 * 1024,
  imagePixels: 40_000_000,
  /** An organization's logo: bytes of the upload, pixels of a side. */
  logoUpload: 2 * 1024 * 1024,
  logoSide: 4_096,
  /** Signatories in the settings of an organization; characters of a name and of a role. */
  signatories: 6,
  signatoryText: 200,
  /** A PDF whose pages become backgrounds. */
  pdfUpload: 20 * 1024 * 1024,
  csvBytes: 25 * 1024 * 1024,
  csvRows: 100_000,
  /** Custom columns of a CSV that are stored with a student. */
  customFields: 200,
  /** Names of custom columns of an organization that are listed. */
  customColumns: 2_000,
  /** Rows of one request of an import, and of one job of it. */
  importChunk: 1_000,
  /** How long the file of an import is kept. */
  importKeptMs: 24 * 60 * 60_000,
  /** How long a call waits for a worker to compare a file with the students. */
  importWaitMs: 10 * 60_000,
  /** Values of variables given for a batch, and the length of one. */
  batchValues: 200,
  batchValueLength: 2_000,
  /** Characters of a batch's name, as readers count them. */
  batchName: 120,
  scoreNumericMax: 10,
  scoreNumericStep: 0.1,
  scoreLetterLength: 2,
  domainLength: 253,
  domainLabelLength: 63,
  /** Domains that an organization may claim in an hour. */
  domainClaimsPerHour: 10,
  /** For how long the records of a claim are looked for. */
  domainClaimMs: 72 * 60 * 60_000,
  /** Answers that are kept for each record of a domain. */
  dnsAnswersKept: 50,
  /** Links of a chain of CNAMEs that are followed. */
  cnameHops: 8,
  /** Addresses that an organization may invite in an hour. */
  invitesPerHour: 200,
  inviteKeptMs: 7 * 24 * 60 * 60_000,
  skeletonRows: { students: 5, templates: 6, catalog: 8 },
  toastMs: { success: 5_000, info: 5_000, error: 8_000 },
  callbackPollMs: 100,
  invalidTagMs: 2_000,
  jsonBody: 256 * 1024,
  bulkBody: 32 * 1024 * 1024,
  certificateUpload: 1024 * 1024,
  fontUpload: 10 * 1024 * 1024,
  /** Faces that an organization may have of its own. */
  ownFonts: 100,
  verifyUpload: 48 * 1024 * 1024,
  /** A save that comes later than this after the last frozen revision keeps what it overwrites. */
  revisionEveryMs: 10 * 60_000,
  bulkStudents: 100_000,
  chunkItems: 50,
  /**
   * Minimum of the number of a batch's chunks in the queue, which depends on the number of workers; the maximum is
   * `serviceLimits.chunksAheadAtMost`.
   */
  chunksInQueue: 4,
  downloadLinkMs: 5 * 60_000,
  archiveKeptMs: 24 * 60 * 60_000,
  /** For how long an owner can restore a deleted organization. */
  restorableMs: 30 * 24 * 60 * 60_000,
  /** Maximum length of a public report about an issuer, in characters. */
  reportText: 2_000,
  /** For how long the link that confirms a report of a mistake works. */
  reportLinkMs: 24 * 60 * 60_000,
  accessTokenSeconds: 600,
} as const;

/** Limits of a JSON body's structure: its size in bytes does not bound the memory that the parsed value takes. */
export interface BodyCounts {
  /** Objects and arrays. */
  containers: number;
  /** Containers, strings, numbers and literals. */
  values: number;
}
export const bodyCounts = {
  small: { containers: 5_000, values: 50_000 },
  /** Two objects and thirty values for each student. */
  bulk: { containers: 2 * limits.bulkStudents + 100, values: 30 * limits.bulkStudents },
  /** A design with the maximum number of pages and elements. */
  design: { containers: 200_000, values: 1_500_000 },
} as const satisfies Record<string, BodyCounts>;

export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
/**
 * The name of the cookie with a copy of the choice in local storage, so that a server writes a page in the language of its
 * visitor. A page without TLS cannot set one with this prefix (RFC 6265bis, 4.1.3.1).
 */
export const languageCookie = (isHttps: boolean): string => (isHttps ? '__Secure-language' : 'language');
export const defaultCountry = 'Peru';
export const otherCountry = 'Other';
