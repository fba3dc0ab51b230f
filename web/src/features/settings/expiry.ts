import type { SigningCertificate } from '@sello/contracts';

const warnDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/** Whole days until an active certificate expires, when they are 30 or fewer; undefined when no warning is needed. */
export function daysToExpiry(certificate: SigningCertificate, now: number): number | undefined {
  if (certificate.status !== 'active') return undefined;
  const days = Math.ceil((Date.parse(certificate.expiresAt) - now) / dayMs);
  return days <= warnDays ? Math.max(0, days) : undefined;
}
