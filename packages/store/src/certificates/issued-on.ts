import { dayIn } from '@sello/contracts';
import type { CertificateRecord } from './certificates.ts';

/**
 * The day of issue that a certificate prints, `YYYY-MM-DD`. Of one from before it was recorded: the day in the time zone of
 * its revision, which had one; `timeZoneOf` is asked for that alone.
 */
export async function issuedOnOf<Of extends Pick<CertificateRecord, 'printed' | 'issuedAt'>>(
  certificate: Of,
  timeZoneOf: (certificate: Of) => Promise<string | undefined>,
): Promise<string> {
  const { printed, issuedAt } = certificate;
  return printed.issuedOn ?? dayIn((await timeZoneOf(certificate)) ?? 'UTC', issuedAt);
}
