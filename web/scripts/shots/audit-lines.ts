import { type AuditLine, platformActor } from '@sello/contracts';

const rosa = { actorId: '0000000000000000000000a1', actorName: 'Rosa Ccori' };
const beatriz = { actorId: '0000000000000000000000a2', actorName: 'Beatriz Magalhães' };
const joaquim = { actorId: '0000000000000000000000a3', actorName: 'Joaquim Teles' };
const sello = { actorId: platformActor, actorName: 'Sello' };
const lima = { network: '198.51.100.0/24' };
const porto = { network: '2001:db8:7a::/48' };

export const auditPeople = [
  ...[beatriz, joaquim, rosa].map(({ actorId: id, actorName: name }) => ({ id, name })),
  { id: platformActor, name: 'Sello' },
];

/** Invented lines of the audit log, of every kind and with the longest details; `stretch` lengthens what people type. */
export function createAuditLines(stretch: (text: string) => string): AuditLine[] {
  const lines: Omit<AuditLine, '_id' | 'at'>[] = [
    {
      ...{ ...rosa, ...lima, action: 'certificates.generate' },
      details: { students: 1248, name: stretch('Farmacia hospitalaria 2026') },
    },
    { ...rosa, ...lima, action: 'certificates.download-zip', details: { certificates: 214 } },
    {
      ...sello,
      action: 'organizations.pause',
      details: { what: 'mail', reason: '11 of the last 100 were refused' },
    },
    {
      ...{ ...beatriz, ...porto, action: 'templates.upsert' },
      details: { name: stretch('Farmacia hospitalaria') },
    },
    {
      ...{ ...rosa, ...lima, action: 'certificates.revoke', subject: stretch('Pedro Nolasco Iriarte') },
      details: { reason: 'Issued to the wrong person; the grade belongs to a student of the same surname.' },
    },
    {
      ...{ ...joaquim, network: '192.0.2.0/24', action: 'members.change-role' },
      details: { email: stretch('joana.teles@cordillera.example'), from: 'member', to: 'admin' },
    },
    {
      ...{ ...joaquim, network: '192.0.2.0/24', action: 'students.import' },
      details: { added: 1132, updated: 76, skipped: 0 },
    },
    {
      ...beatriz,
      ...porto,
      action: 'students.upsert',
      subject: stretch('Lucía Fernanda Quispe Mamani'),
      details: {},
    },
    {
      ...{ ...beatriz, ...porto, action: 'templates.delete-batch' },
      details: { names: ['Asistencia', 'Diploma de curso', 'Constancia', 'Taller', 'Seminario'], deleted: 5 },
    },
    {
      ...{ ...rosa, ...lima, action: 'tenants.settings-update' },
      details: { changed: ['publicName', 'logoUrl', 'showIdNumber'] },
    },
    {
      ...{ ...rosa, ...lima, action: 'tenants.certificates.generate' },
      details: { name: 'Cordillera 2026', algorithm: 'rsa-4096', fingerprint: 'x' },
    },
    {
      ...rosa,
      ...lima,
      action: 'tenants.domains-update',
      details: { domain: 'certs.cordillera.example', useInEmails: true },
    },
    { ...rosa, ...lima, action: 'auth.sign-out-everywhere', details: { sessions: 3 } },
    { ...joaquim, network: '203.0.113.0/24', action: 'auth.sign-in', details: {} },
  ];
  return lines.map((line, place) => ({
    ...line,
    _id: (4_000 + place).toString(16).padStart(24, '0'),
    at: new Date(Date.UTC(2026, 10, 20, 15, 42, 11) - place * 8_117_000).toISOString(),
  }));
}
