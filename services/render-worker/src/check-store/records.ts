import type { CheckOptions, Consistency, Run } from '@sello/store';
import type { Report } from './report.ts';

type Pass = (after: string, options: CheckOptions) => Promise<Run>;

/**
 * Checks batches with their rows, then certificates, then students: a student's certificate may depend on a row that
 * was put back, or on a certificate that became valid, in the checks before.
 */
export async function checkRecords({ acrossTenants }: Consistency, report: Report): Promise<void> {
  const walk = async (pass: Pass): Promise<number> => {
    let after: string | null = '';
    let looked = 0;
    while (after !== null) {
      const run: Run = await pass(after, report.options);
      report.chunks.push(...run.chunks);
      looked += run.checked;
      after = run.next;
    }
    return looked;
  };
  await walk(acrossTenants.checkRowsWithoutBatch);
  report.looked.rows = await walk(acrossTenants.checkBatches);
  report.looked.certificates = await walk(acrossTenants.checkCertificates);
  report.looked.students = await walk(acrossTenants.checkStudents);
}
