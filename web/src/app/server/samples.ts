import type { ErasedCertificate, PublicCertificate } from '@sello/contracts';

const certId = '00000000000000000000000000';
const of = {
  certId,
  hash: '0'.repeat(64),
  issuedAt: '2026-01-01T00:00:00Z',
  issuedOn: '2026-01-01',
  issuer: { name: '-', identity: { kind: 'operator' }, createdAt: '2026-01-01T00:00:00Z' },
  verifyUrl: `https://localhost/verify/${certId}`,
} as const;

/** Rendered once at the start, so that what the page loads by and by is there for every later page. */
export const samples: readonly ({ certificate: PublicCertificate } | { erased: ErasedCertificate })[] = [
  {
    certificate: {
      ...{ ...of, state: 'valid', holder: '-', country: 'Peru', idNumber: '', idNumberMasked: false },
      ...{ size: 1, signed: true },
    },
  },
  { erased: { ...of, state: 'erased', erasedAt: of.issuedAt } },
];
