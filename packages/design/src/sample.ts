import type { Design } from '@sello/contracts';
import type { PrintedValues } from './variables.ts';

/**
 * Values for a preview without a student: a name of usual length, dates and scores, and for custom columns what the
 * design gives as their sample.
 */
export function sampleValues(
  design: Pick<Design, 'variables'>,
  tenant: PrintedValues['tenant'],
  verifyUrl: string,
): PrintedValues {
  const columns = design.variables
    .filter(({ name }) => name.startsWith('custom.'))
    .map(({ name, sample }): [string, string] => [name.slice('custom.'.length), sample]);
  return {
    student: {
      fullName: 'Lucía Fernanda Quispe Mamani',
      idNumber: '70418821',
      email: 'lucia.quispe@example.org',
      country: 'Peru',
      startDate: '2026-03-03',
      endDate: '2026-10-30',
      scoreNumeric: 9.1,
      scoreLetter: 'A-',
    },
    custom: Object.fromEntries(columns),
    tenant,
    certificate: { id: '0'.repeat(26), issuedAt: new Date('2026-11-14T15:00:00Z'), verifyUrl },
  };
}
