/** Business constants of the specification, and the limits we set where it is silent. Bytes, milliseconds, counts. */
export const limits = {
  logoBytes: 2 * 1024 * 1024,
  csvBytes: 25 * 1024 * 1024,
  csvRows: 100_000,
  /** Further columns of a CSV that a student keeps. */
  customFields: 200,
  importChunk: 1_000,
  scoreNumericMax: 10,
  scoreNumericStep: 0.1,
  scoreLetterLength: 2,
  domainLength: 253,
  domainLabelLength: 63,
  skeletonRows: { students: 5, templates: 6, catalog: 8 },
  toastMs: { success: 5_000, info: 5_000, error: 8_000 },
  invalidTagFlashMs: 2_000,
  heroWordMs: 2_000,
  callbackPollMs: 100,
  mobileBreakpoint: 768,
  jsonBody: 256 * 1024,
  bulkBody: 32 * 1024 * 1024,
  certificateUpload: 1024 * 1024,
  verifyUpload: 48 * 1024 * 1024,
  bulkStudents: 100_000,
  chunkItems: 50,
  /** Chunks of a batch that wait or run, however few workers there are, and however many. */
  chunksInQueue: 4,
  chunksAheadAtMost: 64,
  leaseMs: 20_000,
  leaseRenewMs: 5_000,
  reconcileMs: 15_000,
  /** When a job asks again whether an operator has put the object store right; it counts as no try. */
  storeUnknownMs: 2_000,
  progressPerSecond: 5,
  syncWaitMs: 60_000,
  downloadLinkMs: 5 * 60_000,
  /** After this the file of a certificate is read and checked again. */
  fileCheckMs: 7 * 24 * 60 * 60_000,
  archiveKeptMs: 24 * 60 * 60_000,
  idempotencyKeptMs: 24 * 60 * 60_000,
  /** Letters of a stranger's report about an issuer. */
  reportText: 2_000,
  inviteDays: 7,
  accessTokenSeconds: 600,
} as const;

/** What a JSON body may consist of at most; bytes alone do not bound the memory that it takes when it is parsed. */
export interface BodyCounts {
  /** Objects and arrays. */
  containers: number;
  /** Containers, texts, numbers and words. */
  values: number;
}
export const bodyCounts = {
  small: { containers: 5_000, values: 50_000 },
  /** Two objects for each student, and thirty cells. */
  bulk: { containers: 2 * limits.bulkStudents + 100, values: 30 * limits.bulkStudents },
  /** A design of every page and element that it may hold. */
  design: { containers: 200_000, values: 1_500_000 },
} as const satisfies Record<string, BodyCounts>;

export const languages = ['en', 'es', 'pt'] as const;
export type Language = (typeof languages)[number];
export const defaultCountry = 'Peru';
export const otherCountry = 'Other';
