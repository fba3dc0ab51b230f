import type { CertificateRecord } from './certificates.ts';

/** The fields that order the certificates of one student. */
export type Rankable = Pick<
  CertificateRecord,
  '_id' | 'studentId' | 'batchId' | 'index' | 'issuedAt' | 'state'
>;

/**
 * Comparator: negative when `a` was issued before `b`. Equal times are ordered by row and id, so that every process
 * gets the same order.
 */
export function byIssue(a: Rankable, b: Rankable): number {
  const moments = a.issuedAt.getTime() - b.issuedAt.getTime();
  if (moments !== 0) return moments;
  if (a.batchId === b.batchId && a.index !== b.index) return a.index - b.index;
  return a._id < b._id ? -1 : 1;
}
