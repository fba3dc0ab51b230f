import type { BatchRow, ItemRow } from '../batches/row.ts';
import type { CertificateRecord, Certificates } from '../certificates/certificates.ts';
import type { Table } from '../database/table.ts';
import type { StudentRow } from '../students/row.ts';
import type { CheckOptions, Gap } from './consistency.ts';
import type { MarkRow } from './entity.ts';

export interface ConsistencyTables {
  batches: Table<BatchRow>;
  batchItems: Table<ItemRow>;
  certificates: Table<CertificateRecord>;
  students: Table<StudentRow>;
  upkeepMarks: Table<MarkRow>;
}

export interface ConsistencyContext extends ConsistencyTables {
  /** Takes prepared certificates through the steps of issuing. */
  settle: Certificates['settle'];
}

/** Rows, certificates or students read at once. */
export const rowsAtOnce = 1_000;

const quietMs = 60_000;

/** A moment so long ago that no steps begun then can still be running. */
export function isLongPast(moment: Date, options: CheckOptions): boolean {
  const now = (options.now ?? new Date()).getTime();
  return now - moment.getTime() >= (options.quietMs ?? quietMs);
}

/** A certificate whose issuing is over. */
export function isIssuingOver(
  certificate: Pick<CertificateRecord, 'createdAt'>,
  options: CheckOptions,
): boolean {
  return isLongPast(certificate.createdAt, options);
}

export interface GapRepair {
  /** Reads again whether the gap is still there: records are read one after the other while others write them. */
  isThere: () => Promise<boolean>;
  /** Returns how many records it changed; 0 means that another process was faster. */
  change: () => Promise<number>;
}

/** Reports a gap that is still there and, if asked to, repairs it. Returns whether it did. */
export async function resolveGap(
  gap: Omit<Gap, 'repaired'>,
  { repair, onGap }: CheckOptions,
  { isThere, change }: GapRepair,
): Promise<boolean> {
  if (!(await isThere())) return false;
  const repaired = repair && (await change()) > 0;
  if (repair && !repaired && !(await isThere())) return false;
  onGap({ ...gap, repaired });
  return repaired;
}
