import { createHash, randomBytes } from 'node:crypto';
import { preflightKeys } from '@sello/blobs';
import {
  encodeInviteCode,
  inviteCodeLength,
  newPreflightState,
  studentImportsApi,
  tenantsApi,
  writeInviteReference,
} from '@sello/contracts';
import { newId } from '@sello/store';
import type { Academy } from './academy.ts';
import type { TenantResources } from './access-matrix.ts';
import { sendStudents } from './sent-students.ts';
import type { TestStack } from './stack.ts';

/** Creates one resource of each kind in an organization; `mark` is in what others must not read of it. */
export async function createResources(
  stack: TestStack,
  { ana: client, tenant, templateId, addStudents, issue, blobs }: Academy,
  mark: string,
): Promise<TenantResources> {
  const { store } = stack;
  const sender = { client, tenant, blobs };
  const csv = `fullName;idNumber\r\n${mark} Uno;${mark}-1\r\n`;
  const startable = await sendStudents(stack, sender, csv);
  const started = await client.call(studentImportsApi, 'import-start', {
    ...{ tenant, body: { importId: startable }, isAsync: true },
  });
  const importBatch = (started as { batchId: string }).batchId;
  const studentImport = await sendStudents(stack, sender, csv);
  const [student] = await addStudents(`${mark} Luz`);
  const { batchId, certIds } = await issue([student!]);
  const signing = await client.call(tenantsApi, 'certificates-action', {
    tenant,
    query: { tenantId: tenant },
    body: {
      action: 'generate',
      certificateParams: { reason: '', location: '', contactInfo: '', name: 'Firma' },
    },
  });
  const report = await store.reports.add(tenant, { certId: certIds[0]!, text: mark });
  const mistake = await store.mistakeReports.ask(tenant, {
    ...{ certId: certIds[0]!, about: 'other', text: mark, language: 'es' },
    ...{ email: `${mark.toLowerCase()}@example.org`, token: randomBytes(16).toString('hex') },
  });
  const sha256 = createHash('sha256').update('font').digest('hex');
  await blobs.put(`fonts/${tenant}`, Buffer.from('font'));
  const font = await store.fonts.create(tenant, {
    ...{ sha256, key: `fonts/${tenant}`, size: 1, fileName: 'f.ttf', characters: 1 },
    ...{ family: mark, weight: 400, italic: false, licensedBy: client.user.id },
  });
  const image = Buffer.from('image');
  await blobs.put(`assets/${tenant}`, image);
  const asset = await store.assets.put(tenant, {
    ...{ key: `assets/${tenant}`, size: image.length, mediaType: 'image/png' },
    sha256: createHash('sha256').update(image).digest('hex'),
  });
  const putAs = async (use: 'photo' | 'thumbnail' | 'signature') => {
    const bytes = Buffer.from(use);
    const key = `assets/${use}-${tenant}`;
    await blobs.put(key, bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return store.assets.put(tenant, { ...{ key, sha256, use }, size: bytes.length, mediaType: 'image/png' });
  };
  const photo = await putAs('photo');
  const thumbnail = await putAs('thumbnail');
  const signature = await putAs('signature');
  // A preflight that has ended; its longest name is not for others.
  const preflight = newId();
  const keys = preflightKeys(tenant, preflight);
  const state = { ...newPreflightState(1), state: 'done', checked: 1, longestName: mark };
  await blobs.put(keys.request, Buffer.from(JSON.stringify({ total: 1, values: {} })));
  await blobs.put(keys.state, Buffer.from(JSON.stringify(state)));
  await blobs.put(keys.picture(0), image);
  const revision = await store.revisions.freeze(tenant, templateId);
  const member = await store.members.add(tenant, {
    ...{ userId: 'b'.repeat(24), userEmail: 'm@example.org', userName: mark, role: 'member' as const },
  });
  const invite = await store.invites.create(tenant, {
    ...{
      email: `${mark.toLowerCase()}@example.org`,
      code: encodeInviteCode(randomBytes(inviteCodeLength)),
      invitedBy: client.user.id,
    },
    expiresAt: new Date(Date.now() + 3_600_000),
  });
  const { items: entries } = await store.catalog.list({ language: 'es' });
  return {
    tenant,
    owner: client.user,
    student: student!,
    asset: asset._id,
    photo: photo._id,
    thumbnail: thumbnail._id,
    signature: signature._id,
    template: templateId,
    revision: revision._id,
    catalogEntry: entries[0]!._id,
    certId: certIds[0]!,
    batch: batchId,
    ...{ studentImport, importBatch },
    preflight,
    signingCertificate: signing.id,
    report: report._id,
    reportToken: mistake.token,
    font: font._id,
    fontSha256: font.sha256,
    member: member._id,
    invite: invite._id,
    inviteLink: writeInviteReference(invite),
    inviteCode: invite.code,
    session: (await store.sessions.list(client.user.id))[0]!._id,
  };
}

/** Ids of the shape of an organization's, which nothing has. */
export const missingResources: TenantResources = {
  ...(Object.fromEntries(
    [
      ...[
        'tenant',
        'student',
        'asset',
        'photo',
        'template',
        'revision',
        'catalogEntry',
        'batch',
        'member',
        'invite',
      ],
      'preflight',
      ...['signingCertificate', 'report', 'font', 'session', 'studentImport', 'importBatch'],
    ].map((name) => [name, 'f'.repeat(24)]),
  ) as unknown as TenantResources),
  owner: { id: 'f'.repeat(24), email: 'nobody@example.org' },
  certId: '0'.repeat(26),
  fontSha256: 'f'.repeat(64),
  inviteLink: '0'.repeat(56),
  inviteCode: '0'.repeat(10),
  reportToken: 'f'.repeat(32),
};
