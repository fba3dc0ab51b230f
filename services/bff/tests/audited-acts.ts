import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Api,
  type AuditAction,
  type Audited,
  apis,
  auditedCalls,
  type Design,
  encodeInviteCode,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { catalogTenantId } from '@sello/store';
import type { Academy } from './academy.ts';
import { sendStudents } from './sent-students.ts';
import type { TestStack } from './stack.ts';

/** Who makes the calls and in what organization. */
export interface Scene {
  stack: TestStack;
  academy: Academy;
  root: ApiClient;
  /** Signs in somebody new, who is a member if a role is given. */
  newcomer(role?: 'owner' | 'admin' | 'member'): Promise<ApiClient & { memberId: string | undefined }>;
  design: Design & { name: string; tags: string[] };
  /** A signing certificate with its key, in PEM. */
  signingFile: Uint8Array;
}

/** An effective call: who made it, and in whose log it is noted if not in the academy's. */
interface Done {
  by: ApiClient;
  tenant?: string;
}
type Act = (scene: Scene) => Promise<Done>;

const { resolve: fromRender } = createRequire(import.meta.resolve('@sello/render'));

/** Sends a form with one file; throws when it is refused. */
async function sendFile(
  client: ApiClient,
  path: string,
  {
    tenant,
    field,
    name,
    bytes,
    fields = {},
  }: {
    tenant: string;
    field: string;
    name: string;
    bytes: Uint8Array;
    fields?: Record<string, string>;
  },
): Promise<unknown> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set(field, new Blob([Buffer.from(bytes)]), name);
  const response = await client.fetch(path, {
    method: 'POST',
    headers: { 'x-tenant-id': tenant },
    body: form,
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer;
}

const asOwner =
  (act: (scene: Scene, tenant: string, ana: ApiClient) => Promise<unknown>): Act =>
  async (scene) => {
    const { ana, tenant } = scene.academy;
    return act(scene, tenant, ana).then(() => ({ by: ana }));
  };
const ofTrashed = (call: 'restore' | 'delete-forever'): Act =>
  asOwner(async ({ academy }, tenant, ana) => {
    const ids = await academy.addStudents('Deleted');
    await ana.call(apis.students, 'delete-batch', { tenant, body: { ids } });
    await ana.call(apis.students, call, { tenant, body: { ids } });
  });
const asOperator =
  (act: (scene: Scene, id: string) => Promise<unknown>): Act =>
  async (scene) => {
    await act(scene, scene.academy.tenant);
    return { by: scene.root };
  };
const inCatalog =
  (act: (scene: Scene) => Promise<unknown>): Act =>
  async (scene) => {
    await act(scene);
    return { by: scene.root, tenant: catalogTenantId };
  };

const later = () => new Date(Date.now() + 3_600_000);
/** A PNG of one pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const certificateParams = { reason: '', location: '', contactInfo: '', name: 'Firma' };
const keys: string[] = [];

async function invitation({ stack, academy }: Scene, email: string, code: string) {
  const invitedBy = academy.ana.user.id;
  return stack.store.invites.create(academy.tenant, { email, code, invitedBy, expiresAt: later() });
}

async function issuedOne({ academy }: Scene): Promise<{ _id: string; certId: string; batchId: string }> {
  const [_id] = await academy.addStudents('Ana Luz');
  const { batchId, certIds } = await academy.issue([_id!]);
  return { _id: _id!, certId: certIds[0]!, batchId };
}

/** An effective request of every call that has a line in the log, in an order in which each one can be made. */
export const acts: Record<string, Act> = {
  'tenants.create': async (scene) => {
    const by = await scene.newcomer();
    const { _id } = await by.call(apis.tenants, 'create', { body: { name: 'Made for the log' } });
    return { by, tenant: _id };
  },
  'tenants.settings-update': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'settings-update', { query: { tenantId: tenant }, body: { showIdNumber: true } }),
  ),
  'tenants.time-zone': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'time-zone', { tenant, body: { timeZone: 'America/Lima' } }),
  ),
  'tenants.certificates-update': asOwner((_, tenant, ana) => {
    const body = { settings: { selfSignedEnabled: true } };
    return ana.call(apis.tenants, 'certificates-update', { query: { tenantId: tenant }, body });
  }),
  'tenants.certificates.generate': asOwner(async (_, tenant, ana) => {
    const body = { action: 'generate' as const, certificateParams };
    const made = await ana.call(apis.tenants, 'certificates-action', { query: { tenantId: tenant }, body });
    keys.push(made.id);
  }),
  'tenants.certificates.revoke': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'certificates-action', {
      query: { tenantId: tenant },
      body: { action: 'revoke', id: keys.pop()! },
    }),
  ),
  'tenants.certificates.upload': asOwner(async ({ signingFile }, tenant, ana) =>
    sendFile(ana, `/api/tenants?fn=settings&type=certificates&tenantId=${tenant}`, {
      ...{ tenant, field: 'certificate', name: 'key.pem', fields: { action: 'upload' } },
      bytes: signingFile,
    }),
  ),
  'tenants.domains-add': asOwner((_, tenant, ana) => {
    const body = { domain: 'log.example.org' };
    return ana.call(apis.tenants, 'domains-add', { query: { tenantId: tenant }, body });
  }),
  'tenants.domains-update': asOwner(async ({ stack }, tenant, ana) => {
    const { _id } = (await stack.store.domains.of(tenant))!;
    const checked = { status: 'verified' as const, dnsRecords: [], misses: 0, nextCheckAt: null };
    await stack.store.domains.recordCheck(tenant, _id, { ...checked, checkedAt: new Date() });
    const body = { settings: { useInVerification: true } };
    await ana.call(apis.tenants, 'domains-update', { query: { tenantId: tenant }, body });
  }),
  'tenants.domains-delete': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'domains-delete', { query: { tenantId: tenant } }),
  ),
  'students.upsert': asOwner(({ academy }) => academy.addStudents('Íñigo Peña')),
  'students.export': asOwner(async (_, tenant, ana) => {
    const url = '/api/students?fn=export';
    const headers = { 'x-tenant-id': tenant, 'content-type': 'application/json' };
    await (await ana.fetch(url, { method: 'POST', headers, body: '{}' })).text();
  }),
  'students.import': asOwner((_, tenant, ana) =>
    ana.call(apis.students, 'import', { tenant, body: { students: [{ fullName: 'Imported' }] } }),
  ),
  'students.import-start': asOwner(async ({ stack }, tenant, ana) => {
    const importId = await sendStudents(stack, { client: ana, tenant }, 'fullName\r\nImported\r\n');
    const body = { importId };
    await ana.call(apis.students, 'import-start', { tenant, body, isAsync: true });
  }),
  'students.delete': asOwner(async ({ academy }, tenant, ana) => {
    const [id] = await academy.addStudents('Gone');
    await ana.call(apis.students, 'delete', { tenant, query: { id: id! } });
  }),
  'students.delete-batch': asOwner(async ({ academy }, tenant, ana) => {
    const ids = await academy.addStudents('Gone', 'Too');
    await ana.call(apis.students, 'delete-batch', { tenant, body: { ids } });
  }),
  'students.restore': ofTrashed('restore'),
  'students.delete-forever': ofTrashed('delete-forever'),
  'students.erase': asOwner(async ({ academy }, tenant, ana) => {
    const [id] = await academy.addStudents('Erased');
    await ana.call(apis.students, 'erase', { tenant, body: { id: id! } });
  }),
  'templates.upsert': asOwner(({ design }, tenant, ana) =>
    ana.call(apis.templates, 'upsert', { tenant, body: { ...design, name: 'Diploma' } as never }),
  ),
  'templates.freeze': asOwner(({ academy }, tenant, ana) =>
    ana.call(apis.templates, 'freeze', {
      tenant,
      body: { id: academy.templateId, reason: 'named', label: 'As printed' },
    }),
  ),
  'templates.restore': asOwner(async ({ stack, academy: { templateId: id } }, tenant, ana) => {
    const { _id: revisionId } = await stack.store.revisions.freeze(tenant, id);
    const { rev } = (await ana.call(apis.templates, 'get', { tenant, query: { id } }))!;
    await ana.call(apis.templates, 'restore', { tenant, body: { id, revisionId, rev: rev! } });
  }),
  'templates.export': asOwner(async ({ academy }, tenant, ana) => {
    const { status } = await ana.fetch('/api/templates?fn=export', {
      method: 'POST',
      headers: { 'x-tenant-id': tenant, 'content-type': 'application/json' },
      body: JSON.stringify({ id: academy.templateId }),
    });
    if (status !== 200) throw new Error(`the template was not printed: ${status}`);
  }),
  'templates.delete-batch': asOwner(async ({ stack }, tenant, ana) => {
    const { items } = await stack.store.templates.list(tenant, { search: 'Diploma' });
    const body = { ids: items.filter(({ name }) => name === 'Diploma').map(({ _id }) => _id) };
    await ana.call(apis.templates, 'delete-batch', { tenant, body });
  }),
  'templates.catalog-upsert': inCatalog(({ root, design }) =>
    root.call(apis.templates, 'catalog-upsert', { body: { ...design, name: 'For the log' } as never }),
  ),
  'templates.catalog-delete-batch': inCatalog(async ({ root, stack }) => {
    const { items } = await stack.store.catalog.list({ search: 'For the log' });
    const body = { ids: items.map(({ _id }) => _id) };
    await root.call(apis.templates, 'catalog-delete-batch', { body });
  }),
  'assets.upload': asOwner(async (_, tenant, ana) => {
    await sendFile(ana, '/api/assets?fn=upload', { tenant, field: 'image', name: 'crest.png', bytes: dot });
  }),
  'assets.import-pdf': asOwner((_, tenant, ana) =>
    sendFile(ana, '/api/assets?fn=import-pdf', {
      ...{ tenant, field: 'pdf', name: 'letterhead.pdf', bytes: Buffer.from('%PDF-1.7') },
    }),
  ),
  'fonts.upload': asOwner((_, tenant, ana) =>
    sendFile(ana, '/api/fonts?fn=upload', {
      ...{ tenant, field: 'font', name: 'Brush.ttf', fields: { licence: 'true' } },
      bytes: readFileSync(fromRender('@expo-google-fonts/yusei-magic/400Regular/YuseiMagic_400Regular.ttf')),
    }),
  ),
  'fonts.delete': asOwner(async ({ stack }, tenant, ana) => {
    const [font] = await stack.store.fonts.list(tenant);
    await ana.call(apis.fonts, 'delete', { tenant, query: { id: font!._id } });
  }),
  'certificates.generate': asOwner(issuedOne),
  'certificates.download-zip': asOwner(async (scene, tenant, ana) => {
    const { _id } = await issuedOne(scene);
    const body = { students: [{ _id }] };
    await ana.call(apis.certificates, 'download-zip', { tenant, body, isAsync: true });
  }),
  'certificates.send-emails': asOwner(async (scene, tenant, ana) => {
    const { _id } = await issuedOne(scene);
    const body = { students: [{ _id }] };
    await ana.call(apis.certificates, 'send-emails', { tenant, body, isAsync: true });
  }),
  'certificates.revoke': asOwner(async (scene, tenant, ana) => {
    const { certId } = await issuedOne(scene);
    await ana.call(apis.certificates, 'revoke', { tenant, body: { certId, reason: 'Wrong person' } });
  }),
  'batches.cancel': asOwner(async ({ academy }, tenant, ana) => {
    const [_id] = await academy.addStudents('Cancelled');
    const body = { bulk: true as const, students: [{ _id: _id!, templateId: academy.templateId }] };
    const started = await ana.call(apis.certificates, 'generate', { tenant, body, isAsync: true });
    const { batchId: id } = started as unknown as { batchId: string };
    await ana.call(apis.batches, 'cancel', { tenant, body: { id } });
  }),
  'batches.retry': asOwner(async ({ stack, academy }, tenant, ana) => {
    const [studentId] = await academy.addStudents('Failed');
    const error = { code: 'glyph_missing' as const, message: 'x' };
    const item = { studentId: studentId!, fullName: 'Failed', templateId: academy.templateId, error };
    const { _id } = await stack.store.batches.create(tenant, {
      ...{ kind: 'generate', title: '', createdBy: ana.user.id, items: [item] },
    });
    await ana.call(apis.batches, 'retry', { tenant, body: { id: _id } });
  }),
  'batches.resend': asOwner(async (scene, tenant, ana) => {
    const { certId, _id: studentId } = await issuedOne(scene);
    const { store } = scene.stack;
    const row = { studentId, fullName: 'Unknown', certId, email: 'unknown@else.example' };
    const { _id: id } = await store.batches.create(tenant, {
      ...{ kind: 'email', title: '', createdBy: ana.user.id, language: 'en', items: [row] },
    });
    await store.batches.nextChunks(tenant, id, 1);
    const range = { from: 0, to: 1 };
    const claim = await store.batches.claim(tenant, id, range, { owner: 'test', leaseMs: 20_000 });
    const error = { code: 'email_unknown' as const, message: 'x' };
    const [{ index, fence } = { index: 0, fence: 0 }] = claim.items;
    await store.batches.finish(tenant, id, [{ index, fence, state: 'failed', delivery: 'unknown', error }]);
    await store.batches.count(tenant, id);
    await ana.call(apis.batches, 'resend', { tenant, body: { id } });
  }),
  'members.invite': asOwner((_, tenant, ana) =>
    ana.call(apis.members, 'invite', { tenant, body: { tenantId: tenant, emails: ['one@else.example'] } }),
  ),
  'members.resend-invite': asOwner(async (scene, tenant, ana) => {
    const { _id } = await invitation(scene, 'two@else.example', 'ABCDEFGHJ2');
    await ana.call(apis.members, 'resend-invite', { tenant, body: { inviteId: _id } });
  }),
  'members.revoke-invite': asOwner(async (scene, tenant, ana) => {
    const { _id } = await invitation(scene, 'three@else.example', 'ABCDEFGHJ3');
    await ana.call(apis.members, 'revoke-invite', { tenant, body: { inviteId: _id } });
  }),
  'members.accept-invite': async (scene) => {
    const by = await scene.newcomer();
    const { _id } = await invitation(scene, by.user.email, 'ABCDEFGHJ4');
    await by.call(apis.members, 'accept-invite', { body: { inviteId: _id } });
    return { by };
  },
  'invites.redeem': async (scene) => {
    const by = await scene.newcomer();
    const code = encodeInviteCode(Buffer.from('0123456789'));
    await invitation(scene, 'anybody@else.example', code);
    await by.call(apis.invites, 'redeem', { body: { token: code } });
    return { by };
  },
  'members.change-role': asOwner(async ({ newcomer }, tenant, ana) => {
    const memberId = (await newcomer('member')).memberId!;
    await ana.call(apis.members, 'change-role', { tenant, body: { memberId, newRole: 'admin' } });
  }),
  'members.set-status': asOwner(async ({ newcomer }, tenant, ana) => {
    const memberId = (await newcomer('member')).memberId!;
    await ana.call(apis.members, 'set-status', { tenant, body: { memberId, status: 'blocked' } });
  }),
  'members.remove-member': asOwner(async ({ newcomer }, tenant, ana) => {
    const memberId = (await newcomer('member')).memberId!;
    await ana.call(apis.members, 'remove-member', { tenant, body: { memberId } });
  }),
  'organizations.confirm': asOperator(({ root }, id) =>
    root.call(apis.organizations, 'confirm', { body: { id, how: 'x' } }),
  ),
  'organizations.withdraw': asOperator(({ root }, id) =>
    root.call(apis.organizations, 'withdraw', { body: { id, reason: 'x' } }),
  ),
  'organizations.pause': asOperator(({ root }, id) =>
    root.call(apis.organizations, 'pause', { body: { id, what: 'mail', reason: 'x' } }),
  ),
  'organizations.resume': asOperator(({ root }, id) =>
    root.call(apis.organizations, 'resume', { body: { id, what: 'mail' } }),
  ),
  'audit.export': asOwner(async (_, tenant, ana) => {
    await (await ana.fetch(`/api/audit?fn=export&tenantId=${tenant}`)).text();
  }),
  'auth.sign-in': async ({ stack, academy }) => ({ by: await stack.signIn(academy.ana.user.email) }),
  'auth.sign-out': async ({ stack, academy }) => {
    const by = await stack.signIn(academy.ana.user.email);
    await by.fetch('/auth/v1/logout?scope=local', { method: 'POST' });
    return { by };
  },
  'auth.sign-out-others': async ({ newcomer }) => {
    const by = await newcomer('member');
    await by.fetch('/auth/v1/logout?scope=others', { method: 'POST' });
    return { by };
  },
  'auth.sign-out-everywhere': async ({ newcomer }) => {
    const by = await newcomer('member');
    await by.fetch('/auth/v1/logout?scope=global', { method: 'POST' });
    return { by };
  },
  'sessions.end': async ({ stack, newcomer }) => {
    const by = await newcomer('member');
    await stack.signIn(by.user.email);
    const other = (await by.call(apis.sessions, 'list')).find(({ current }) => !current);
    await by.call(apis.sessions, 'end', { body: { id: other!.id } });
    return { by };
  },
  'tenants.export': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'export', { tenant, body: {}, isAsync: true }),
  ),
  'tenants.delete': asOwner((_, tenant, ana) =>
    ana.call(apis.tenants, 'delete', { tenant, body: { name: 'Academia Ana' } }),
  ),
  'tenants.restore': asOwner((_, tenant, ana) => ana.call(apis.tenants, 'restore', { tenant })),
  'tenants.leave': async ({ newcomer, academy }) => {
    const by = await newcomer('member');
    const { tenant } = academy;
    await by.call(apis.tenants, 'leave', { tenant, body: { tenantId: tenant } });
    return { by };
  },
  'tenants.transfer': asOwner(async ({ newcomer }, tenant, ana) => {
    const memberId = (await newcomer('admin')).memberId!;
    await ana.call(apis.tenants, 'transfer', { tenant, body: { memberId } });
  }),
};

/** What every call leaves in the log, by `<resource>.<key>`; `undefined` for a call that has no entry. */
export const auditedByName = new Map<string, { method: string; audited: Audited | undefined }>(
  (Object.values(apis) as Api[]).flatMap(({ resource, calls }) =>
    Object.entries(calls).map(([key, { method }]) => {
      const entries = (auditedCalls as Record<string, Record<string, Audited>>)[resource] ?? {};
      return [`${resource}.${key}`, { method, audited: entries[key] }] as const;
    }),
  ),
);

/** The actions of which one must be in the log after an act of this name. */
export function actionsAfter(name: string): AuditAction[] {
  const audited = auditedByName.get(name)?.audited;
  if (typeof audited === 'object' && 'notes' in audited) return [...audited.notes];
  return [name as AuditAction];
}
