import { times } from '@sello/kit';
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
  /** Completes the issue of prepared certificates. */
  settle: Certificates['settle'];
}

/** Page size of rows, certificates and students. */
export const rowsAtOnce = 1_000;

/** Whether a time is so long ago that steps that began then cannot still be running. */
export function isLongPast(moment: Date, options: CheckOptions): boolean {
  const now = (options.now ?? new Date()).getTime();
  return now - moment.getTime() >= (options.quietMs ?? times.quietMs);
}

/** Whether the certificate's steps of issuing must have ended by now. */
export function isIssuingOver(
  certificate: Pick<CertificateRecord, 'createdAt'>,
  options: CheckOptions,
): boolean {
  return isLongPast(certificate.createdAt, options);
}

export interface GapRepair {
  /** Reads again whether the gap still exists: records are read one after the other while they are being written. */
  isThere: () => Promise<boolean>;
  /** Repairs the gap and returns how many records it changed; 0 when another process was faster. */
  change: () => Promise<number>;
}

/** Reports a gap if it still exists and repairs it when `repair` is set. Returns whether it was repaired. */
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
