import { type Design, fieldsWith, studentEntity } from '@sello/contracts';
import type { PrintedValues, StudentValues } from './variables.ts';

const sampleStudent = Object.fromEntries(
  fieldsWith(studentEntity, 'print').map(({ name, field }) => [name, field.facts.sample ?? '']),
) as unknown as StudentValues;

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
    student: sampleStudent,
    custom: Object.fromEntries(columns),
    tenant,
    certificate: { id: '0'.repeat(26), issuedAt: new Date('2026-11-14T15:00:00Z'), verifyUrl },
  };
}
