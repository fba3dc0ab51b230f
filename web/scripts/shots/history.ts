import type { HistoryLine } from '@sello/contracts';

/** The certificates of a student, newest first: valid, replaced and revoked. */
export function createHistory(stretch: (text: string) => string): HistoryLine[] {
  const holder = stretch('Lucía Fernanda Quispe Mamani');
  const url = (certId: string) => `http://localhost/verify/${certId}`;
  const common = { holder, course: stretch('Hospital Pharmacy'), templateId: '6'.repeat(24) };
  const signed = { signed: true, signedWith: stretch('Cordillera 2026') };
  const to = 'lucia.quispe@correo.example';
  const [newest, older, oldest] = [
    '7K3M9QXT2VHBC0RD8WJN5PZE4F',
    '4QWD81ZN6TRE0KMB5XJC2PHG9V',
    '0C2J7YHV3MSWE9QK4DTB8NRA1Z',
  ] as const;
  return [
    {
      ...{ ...common, ...signed, certId: newest, state: 'valid', replaces: older, verifyUrl: url(newest) },
      ...{ issuedAt: '2026-11-14T10:42:00.000Z', issuedBy: stretch('Rosa Ccori'), mayRevoke: true },
      ...{ scoreNumeric: 9.1, scoreLetter: 'A-', fileUrl: `http://localhost/c/${newest}` },
      emails: [{ at: '2026-11-14T10:44:00.000Z', to, state: 'accepted' }],
    },
    {
      ...{ ...common, ...signed, certId: older, state: 'replaced', verifyUrl: url(older) },
      ...{ issuedAt: '2026-11-03T16:20:00.000Z', issuedBy: stretch('Joaquim Teles'), mayRevoke: true },
      ...{ scoreNumeric: 8.4, scoreLetter: 'B+', fileUrl: `http://localhost/c/${older}` },
      ...{ replacedBy: newest, replacedAt: '2026-11-14T10:42:00.000Z' },
      emails: [{ at: '2026-11-03T16:25:00.000Z', to, state: 'accepted' }],
    },
    {
      ...{ ...common, signed: false, certId: oldest, state: 'revoked', verifyUrl: url(oldest) },
      ...{ issuedAt: '2026-10-30T09:12:00.000Z', issuedBy: stretch('Joaquim Teles'), mayRevoke: false },
      ...{ revokedAt: '2026-10-31T08:00:00.000Z', revokedBy: stretch('Rosa Ccori') },
      revokedReason: stretch('Issued to the wrong person'),
      emails: [{ at: '2026-10-30T09:15:00.000Z', to, state: 'refused', response: '550 user unknown' }],
    },
  ];
}
