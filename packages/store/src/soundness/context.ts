import type { BatchRow, ItemRow } from '../batches/row.ts';
import type { CertificateRecord, Certificates } from '../certificates/certificates.ts';
import type { Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CheckOptions, Gap } from './soundness.ts';

/** Where the reconciler's round over a collection stands. */
export interface MarkRow {
  _id: string;
  /** The last id that was looked at; empty at the beginning. */
  cursor: string;
  /** Not looked at again before. */
  dueAt: Date;
}

export interface SoundnessTables {
  batches: Table<BatchRow>;
  batchItems: Table<ItemRow>;
  certificates: Table<CertificateRecord>;
  students: Table<StudentRow>;
  upkeepMarks: Table<MarkRow>;
}

export interface SoundnessContext extends SoundnessTables {
  /** Takes prepared certificates through the steps of issuing. */
  settle: Certificates['settle'];
}

/** Rows, certificates or students read at once. */
export const rowsAtOnce = 1_000;

const quietMs = 60_000;

/** A certificate that is not on its way any more. */
export function isQuiet(certificate: Pick<CertificateRecord, 'createdAt'>, options: CheckOptions): boolean {
  const now = (options.now ?? new Date()).getTime();
  return now - certificate.createdAt.getTime() >= (options.quietMs ?? quietMs);
}

/**
 * Reports a gap and, when that is wanted, repairs it. `repair` answers how many records it changed; none means that
 * somebody else was faster.
 */
export async function close(
  gap: Omit<Gap, 'repaired'>,
  { repair, onGap }: CheckOptions,
  change: () => Promise<number>,
): Promise<boolean> {
  const repaired = repair && (await change()) > 0;
  onGap({ ...gap, repaired });
  return repaired;
}
