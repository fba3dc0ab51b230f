import type { IssuerReport, OrganizationDetails, ReportedCertificate } from '@sello/contracts';

const id = (number: number): string => number.toString(16).padStart(24, '0');
const mail = { hour: { sent: 4, limit: 20 }, day: { sent: 61, limit: 100 }, refused: 0 };

/** Organizations for the operator's screens: one of each identity, one with a look-alike name, and reports about it. */
export function createOrganizations(stretch: (text: string) => string): {
  organizations: OrganizationDetails[];
  reports: ReportedCertificate[];
} {
  const organization = (
    place: number,
    name: string,
    more: Partial<OrganizationDetails>,
  ): OrganizationDetails => ({
    _id: id(900 + place),
    name: stretch(name),
    publicName: stretch(name),
    owner: 'pilar@zamora.example',
    createdAt: '2026-11-14T12:00:00.000Z',
    identity: { kind: 'unproven' },
    students: 1248,
    issued: 10_871,
    members: 4,
    reports: 0,
    mail,
    ...more,
  });
  const pausedAt = '2026-11-19T17:44:00.000Z';
  const organizations = [
    organization(4, 'Instituto Cordilllera', {
      looksLike: { _id: id(900), name: stretch('Instituto Cordillera') },
      mailPause: { at: pausedAt, reason: '61 of the last 100 were refused' },
      students: 3000,
      issued: 3,
      reports: 2,
      mail: { ...mail, refused: 61 },
    }),
    organization(0, 'Instituto Cordillera', {
      identity: { kind: 'domain', domain: 'certs.cordillera.example', since: '2026-11-02T12:00:00.000Z' },
    }),
    organization(1, 'Escola de Enfermagem Santa Inês', {
      identity: { kind: 'operator', since: '2026-11-04T12:00:00.000Z' },
      confirmation: {
        by: 'Inês Saldanha',
        at: '2026-11-04T12:00:00.000Z',
        how: stretch('Called the number in the register'),
      },
    }),
    organization(2, 'Colegio de Farmacéuticos de Zamora', { issued: 0 }),
    organization(5, 'Academia Rápida', {
      mailPause: { at: pausedAt, by: 'Inês Saldanha', reason: stretch('Strangers complained') },
      signInsPause: { at: pausedAt, by: 'Inês Saldanha', reason: stretch('Strangers complained') },
    }),
  ];
  const report = (place: number, text: string, more: Partial<IssuerReport> = {}): IssuerReport => ({
    _id: id(950 + place),
    at: pausedAt,
    text: stretch(text),
    ...more,
  });
  const reported = (
    certId: string,
    reports: IssuerReport[],
    counts: Pick<ReportedCertificate, 'total' | 'open'>,
  ): ReportedCertificate => ({
    ...{ certId, tenantId: id(904), organization: stretch('Instituto Cordilllera'), reports },
    ...counts,
  });
  return {
    organizations,
    reports: [
      reported(
        '7K3M9QXT2VHBC0RD8WJN5PZE4F',
        [
          report(0, 'We are the institute, and this is not our account.', {
            email: 'rosa.ccori@cordillera.example',
          }),
          report(1, 'They asked me for money.'),
        ],
        { total: 31, open: 31 },
      ),
      reported('4F7K3M9QXT2VHBC0RD8WJN5PZE', [report(2, '', { closedAt: pausedAt, text: '' })], {
        ...{ total: 1, open: 0 },
      }),
    ],
  };
}
