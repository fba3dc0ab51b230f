/** What a finding means: the row cannot be issued, it prints differently from what was drawn, or it is good to know. */
export const preflightGroups = ['cannot', 'different', 'know'] as const;
export type PreflightGroup = (typeof preflightGroups)[number];

export const preflightRemarks = {
  /** A text is set smaller than drawn. */
  shrunk: 'different',
  /** A text leaves its box. */
  overflows: 'different',
  /** A variable prints empty. */
  empty: 'different',
  /** The student has a certificate, which the new one replaces. */
  certified: 'know',
  no_email: 'know',
  bad_email: 'know',
  /** The template prints neither the certificate's number nor its address: nobody can look it up. */
  not_verifiable: 'know',
  /** A picture of the template has no words for a screen reader. */
  no_description: 'know',
} as const satisfies Record<string, PreflightGroup>;
export type PreflightRemark = keyof typeof preflightRemarks;

/** The group of a kind of finding; every error of a row keeps it from being issued. */
export const groupOfFinding = (kind: string): PreflightGroup =>
  Object.hasOwn(preflightRemarks, kind) ? preflightRemarks[kind as PreflightRemark] : 'cannot';
