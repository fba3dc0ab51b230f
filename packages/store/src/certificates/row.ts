import type { CertificateRecord } from './certificates.ts';

/** What decides the order of two certificates of one student. */
export type Rankable = Pick<
  CertificateRecord,
  '_id' | 'studentId' | 'batchId' | 'index' | 'issuedAt' | 'state'
>;

/** Negative when `a` was asked for before `b`. Equal moments are told apart by row and id, the same for everyone. */
export function byIssue(a: Rankable, b: Rankable): number {
  const moments = a.issuedAt.getTime() - b.issuedAt.getTime();
  if (moments !== 0) return moments;
  if (a.batchId === b.batchId && a.index !== b.index) return a.index - b.index;
  return a._id < b._id ? -1 : 1;
}
