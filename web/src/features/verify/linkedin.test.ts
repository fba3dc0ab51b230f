import type { PublicCertificate } from '@sello/contracts';
import { expect, it } from 'vitest';
import { linkedInUrl } from './linkedin.ts';

it('tells LinkedIn the month of the day that the certificate prints', () => {
  // The last evening of October in Lima.
  const dates = { issuedAt: '2026-11-01T01:00:00Z', issuedOn: '2026-10-31' };
  const certificate = {
    ...dates,
    certId: 'C',
    verifyUrl: 'https://sello.example/verify/C',
    issuer: { name: 'I' },
  };
  const query = new URL(linkedInUrl(certificate as PublicCertificate)).searchParams;
  expect([query.get('issueYear'), query.get('issueMonth')]).toEqual(['2026', '10']);
});
