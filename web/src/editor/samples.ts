import { type Design, specimenCertId, verifyUrl } from '@sello/contracts';
import { type PrintedValues, sampleValues } from '@sello/design';

/** Where the certificate of a sample is verified: as long as a real link, and leads nowhere. */
export const specimenUrl = (): string => verifyUrl(specimenCertId, globalThis.location?.origin);

/** Samples of every variable of a design. */
export function samplesOf(design: Pick<Design, 'variables'>, tenant: PrintedValues['tenant']): PrintedValues {
  return sampleValues(design, tenant, specimenUrl());
}
