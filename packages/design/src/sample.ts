import { type Design, specimenCertId } from '@sello/contracts';
import { type PrintedValues, printedTexts, type StudentValues } from './variables.ts';

const sampleStudent = Object.fromEntries(
  printedTexts.map(({ name, field }) => [name, field.facts.sample ?? '']),
) as unknown as StudentValues;

/**
 * Values for a preview without a student: the sample of each printed field, and for custom columns and values of the
 * batch the samples that the design declares. The number is that of a specimen.
 */
export function sampleValues(
  design: Pick<Design, 'variables'>,
  tenant: PrintedValues['tenant'],
  verifyUrl: string,
): PrintedValues {
  const samples = (prefix: string) =>
    Object.fromEntries(
      design.variables
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, sample }): [string, string] => [name.slice(prefix.length), sample]),
    );
  return {
    student: sampleStudent,
    custom: samples('custom.'),
    batch: samples('batch.'),
    tenant,
    certificate: {
      id: specimenCertId,
      issuedAt: new Date('2026-11-14T15:00:00Z'),
      issuedOn: '2026-11-14',
      verifyUrl,
    },
  };
}
