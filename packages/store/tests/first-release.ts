/** Ids of the documents below. */
export const first = { tenant: '1'.repeat(24), user: '2'.repeat(24), student: '3'.repeat(24) };

const at = new Date('2026-01-10T15:00:00Z');
const sha256 = 'ab'.repeat(32);
const { tenant: tenantId, user: userId, student: studentId } = first;
const idOf = (digit: string): string => digit.repeat(24);

/** A design of version 1, as the first release stored it. */
const design = {
  ...{ version: 1, locale: 'es', dateStyle: 'long', timeZone: 'UTC', variables: [] },
  pages: [
    {
      ...{ id: 'page', width: 842, height: 595, elements: [] },
      background: { color: '#ffffff', assetId: null },
    },
  ],
};
const named = { name: 'Diploma', nameKey: 'diploma', searchKey: 'diploma', tags: [], design };

/** One document of each collection as the first release wrote it. */
export const firstRelease: Record<string, object> = {
  users: {
    ...{ _id: userId, issuer: 'https://id.example', subject: 's', email: 'ana@example.org' },
    ...{ emailVerified: true, name: 'Ana', createdAt: at, lastSignInAt: at },
  },
  sessions: {
    ...{ _id: idOf('4'), userId, counter: 1, rotations: [{ to: 1, at }], userAgent: '' },
    ...{ createdAt: at, lastUsedAt: at, expiresAt: new Date('2126-01-01T00:00:00Z'), endedAt: null },
  },
  tenants: {
    ...{ _id: tenantId, name: 'Instituto Cordillera', nameKey: 'instituto cordillera' },
    ...{ publicName: 'Cordillera', showIdNumber: false, publicDownload: true, selfSignedEnabled: true },
    ...{ algorithm: 'rsa-2048', createdBy: userId, createdAt: at, updatedAt: at },
  },
  members: {
    ...{ _id: idOf('5'), tenantId, userId, userEmail: 'ana@example.org', userName: 'Ana' },
    ...{ role: 'owner', status: 'active', joinedAt: at },
  },
  invites: {
    ...{ _id: idOf('6'), tenantId, email: 'luis@example.org', code: '0123456789', state: 'pending' },
    ...{ invitedBy: userId, createdAt: at, expiresAt: new Date('2126-01-01T00:00:00Z') },
  },
  students: {
    ...{ _id: studentId, tenantId, fullName: 'Lucía', idNumber: 'P-1', country: 'Peru', custom: [] },
    ...{ showScoreLetter: true, showScoreNumeric: true, createdAt: at, updatedAt: at },
    ...{ nameKey: 'lucia', idKey: 'p-1', searchKey: 'lucia\np-1\n' },
  },
  templates: { _id: idOf('7'), tenantId, ...named, rev: 1, createdAt: at, updatedAt: at },
  templateRevisions: {
    ...{ _id: idOf('8'), tenantId, templateId: idOf('7'), name: 'Diploma', design, createdAt: at },
    prefixes: [{ key: `${tenantId}/prefix`, sha256, size: 10 }],
  },
  assets: {
    ...{ _id: idOf('9'), tenantId, sha256, key: `${tenantId}/image`, size: 10, mediaType: 'image/png' },
    ...{ fileName: 'a.png', createdAt: at },
  },
  catalog: { _id: idOf('a'), ...named, builtIn: false, createdAt: at, updatedAt: at },
  signingCertificates: {
    ...{ _id: idOf('b'), tenantId, name: 'Key', algorithm: 'rsa-2048', origin: 'generated', subject: 'CN=C' },
    ...{ fingerprint: sha256, pem: 'pem', sealedKey: 'sealed', createdBy: userId },
    params: { reason: '', location: '', contactInfo: '', name: 'C' },
    ...{ notBefore: at, expiresAt: new Date('2126-01-01T00:00:00Z'), createdAt: at },
  },
  certificates: {
    ...{ _id: 'F1RSTRE1EASE', tenantId, studentId, batchId: idOf('c'), index: 0, state: 'valid' },
    ...{ hash: sha256, size: 20, pages: 1, templateId: idOf('7'), revisionId: idOf('8') },
    prefix: { key: `${tenantId}/prefix`, sha256, size: 10 },
    pack: { key: `${tenantId}/pack`, offset: 0, length: 10 },
    printed: { holder: 'Lucía', idNumber: 'P-1', country: 'Peru', course: 'Diploma' },
    ...{ issuedAt: at, createdAt: at },
  },
  batches: {
    ...{ _id: idOf('c'), tenantId, kind: 'generate', title: 'Diploma', state: 'done', rev: 2, total: 1 },
    ...{ done: 1, failed: 0, cancelled: 0, createdBy: userId, createdAt: at, startedAt: at, endedAt: at },
    ...{ nextFrom: 1, settledBelow: 1, settled: { done: 1, failed: 0, cancelled: 0 }, failedEarly: 0 },
    ...{ movedAt: at, reconcileAt: at, whole: { fence: 0, owner: '', until: new Date(0) } },
  },
  batchItems: {
    ...{ _id: `${idOf('c')}:0000000`, tenantId, batchId: idOf('c'), index: 0, studentId, fullName: 'Lucía' },
    ...{ state: 'done', attempts: 1, fence: 1, leaseUntil: at, templateId: idOf('7'), revisionId: idOf('8') },
    ...{ certId: 'F1RSTRE1EASE', issuedAt: at },
  },
  emailDeliveries: {
    ...{ _id: idOf('d'), tenantId, batchId: idOf('c'), index: 0, certId: 'F1RSTRE1EASE' },
    ...{ to: 'lucia@example.org', language: 'es', state: 'accepted', messageId: '<1@example.org>' },
    ...{ attempts: 1, createdAt: at, updatedAt: at },
  },
  domains: {
    ...{ _id: idOf('e'), tenantId, domain: 'cordillera.example', token: 't', status: 'pending' },
    settings: { useInEmails: false, useInVerification: false, useInOnboarding: false },
    dnsRecords: [{ type: 'TXT', name: '_sello', value: 't', state: 'missing' }],
    ...{ createdAt: at, pendingSince: at, misses: 0, checks: 1 },
  },
  idempotencyKeys: {
    ...{ _id: 'key', bodyHash: sha256, state: 'running', leaseUntil: at },
    expiresAt: new Date('2126-01-01T00:00:00Z'),
  },
  auditLog: {
    ...{ _id: idOf('f'), tenantId, at, actorId: userId, actorName: 'Ana', action: 'students.create' },
    details: '{}',
  },
};
