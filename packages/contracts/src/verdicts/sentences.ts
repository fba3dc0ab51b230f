import type { FileFacts } from '../entities/index.ts';

/** One sentence: its i18n key below `verify`, and its values. The view formats dates and certificate subjects. */
export interface Sentence {
  says: string;
  values: SentenceValues;
}

export interface SentenceValues {
  /** The name of an organization of this platform. */
  organization?: string;
  /** The subject of a signer's certificate (RFC 4514), as claimed by its owner. */
  signer?: string;
  /** The subject of a timestamp authority's certificate. */
  authority?: string;
  /** An ISO 8601 date and time; a translation may use its `day` and `time`. */
  moment?: string;
  issuer?: string;
}

/** The source of the signing time: a known timestamp authority, an unknown one, or only the signer. */
export function timeSentences({ timestamp, signedAt }: FileFacts): Sentence[] {
  if (!timestamp) return [{ says: 'time.none', values: {} }];
  const values = { authority: timestamp.authority, moment: timestamp.time };
  return [
    { says: timestamp.known ? 'time.confirmed' : 'time.claimed', values },
    ...(timestamp.contradicts && signedAt
      ? [{ says: 'time.contradicts', values: { moment: signedAt } }]
      : []),
  ];
}
