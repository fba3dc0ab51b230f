import { createHash } from 'node:crypto';
import type { DesignElementInput } from '@sello/contracts';
import { validatePdf } from '@sello/proof';
import { type CertificateRecord, newCertId, newId } from '@sello/store';
import { paintedPng } from '../../../../packages/render/tests/painted-png.ts';
import { createCertificateFiles } from '../../src/archive/certificate-files.ts';
import {
  addSigningCertificate,
  addStudents,
  addTemplate,
  buildDesign,
  buildStudent,
  buildText,
  createBatch,
  type Fixture,
  followBatch,
} from '../fixture.ts';

export interface EndedOrganization {
  tenantId: string;
  /** The objects of a picture that its certificates print, and of one that they do not. */
  printed: string;
  unprinted: string;
  certIds: string[];
}

const day = 24 * 60 * 60_000;

/** An organization with certificates and everything else that goes, deleted 31 days ago. */
export async function createEndedOrganization(fixture: Fixture, count: number): Promise<EndedOrganization> {
  const { store, blobs } = fixture;
  const owner = { userId: newId(), email: 'o@example.org', name: 'Ola Owner' };
  const { _id: tenantId } = await store.tenants.create({ name: `Academia ${newId()}`, owner });
  const own = { ...fixture, tenantId };

  async function addPicture(shade: number) {
    const bytes = paintedPng(8, 8, () => [shade, shade, shade]);
    const sha256 = createHash('sha256').update(bytes).update(tenantId).digest('hex');
    const key = `assets/${tenantId}/${sha256}`;
    await blobs.put(key, bytes);
    const facts = { mediaType: 'image/png', fileName: 'p.png', width: 8, height: 8, size: bytes.length };
    return store.assets.put(tenantId, { ...facts, sha256, key });
  }
  const [printed, unprinted] = [await addPicture(40), await addPicture(90)];
  const image: DesignElementInput = {
    ...{ id: 'seal', type: 'image', x: 20, y: 100, width: 60, height: 60 },
    source: { kind: 'asset', assetId: printed._id },
  };
  const design = buildDesign([buildText('name', '{{fullName}}'), image]);
  const template = await addTemplate(store, tenantId, 'Printed', design);
  await addTemplate(store, tenantId, 'Never printed', buildDesign([buildText('x', 'Draft')]));
  await store.invites.create(tenantId, {
    ...{ email: 'i@example.org', code: newId().slice(0, 10), invitedBy: owner.userId },
    expiresAt: new Date(Date.now() + day),
  });
  const report = { about: 'other', text: 'x', email: 'r@example.org', language: 'en' } as const;
  await store.mistakeReports.ask(tenantId, {
    ...report,
    certId: newCertId(),
    token: newId() + newId().slice(-8),
  });
  const signing = await addSigningCertificate(own, 'rsa-2048', fixture.publicWrappingKey);
  const items = await addStudents(
    { ...own, ...template },
    Array.from({ length: count }, (_, index) => buildStudent(index, { idNumber: `${tenantId}-${index}` })),
  );
  const { batch } = await followBatch(own, () => createBatch(own, 'generate', items, signing));
  const rows = await store.batches.items(tenantId, batch._id);
  await store.auditLog.append(tenantId, {
    ...{ actorId: owner.userId, actorName: owner.name, action: 'certificates.generate' },
  });
  const at = new Date(Date.now() - 31 * day);
  await store.tenants.delete(tenantId, { at, by: owner.userId, until: new Date(at.getTime() + 30 * day) });
  const certIds = rows.items.map(({ certId }) => certId!);
  return { tenantId, printed: printed.key, unprinted: unprinted.key, certIds };
}

/** How many of its certificates are valid: issued bytes, an intact signature, and the issuer's record with its name. */
export async function countValid(
  { store, blobs }: Pick<Fixture, 'store' | 'blobs'>,
  { tenantId, certIds }: EndedOrganization,
): Promise<number> {
  const files = createCertificateFiles(blobs, store.certificates);
  const tenant = await store.tenants.get(tenantId);
  const check = async (one: CertificateRecord): Promise<boolean> => {
    const { prefix, tail } = await files.read(one);
    const verdict = validatePdf(Buffer.concat([prefix, tail]));
    const signing = await store.signingCertificates.get(tenantId, one.signingCertificateId!);
    return (
      one.state === 'valid' &&
      verdict.outcome === 'intact' &&
      verdict.signature?.signer?.fingerprint === signing?.fingerprint
    );
  };
  if (!tenant?.name || !tenant.publicName) return 0;
  const found = await store.certificates.acrossTenants.byCertIds(certIds);
  const verdicts = await Promise.all(found.map((one) => check(one).catch(() => false)));
  return verdicts.filter(Boolean).length;
}

/** What is left of it, by collection. */
export async function whatIsLeft(
  { store, blobs }: Pick<Fixture, 'store' | 'blobs'>,
  { tenantId, printed, unprinted }: EndedOrganization,
) {
  const revisions: string[] = [];
  for await (const { name } of store.endings.eachRevision(tenantId)) revisions.push(name);
  const [signing] = await store.signingCertificates.list(tenantId);
  const withKey = signing && (await store.signingCertificates.getWithKey(tenantId, signing._id));
  return {
    members: (await store.members.list(tenantId)).length,
    invites: (await store.invites.list(tenantId, { all: true })).length,
    reports: (await store.mistakeReports.acrossTenants.lettersDue(new Date(Date.now() + 60_000))).filter(
      (one) => one.tenantId === tenantId,
    ).length,
    students: await store.students.count(tenantId),
    templates: (await store.templates.list(tenantId)).total,
    batches: (await store.batches.list(tenantId)).total,
    revisions,
    assets: (await store.assets.list(tenantId)).items.map(({ key }) => key === printed),
    objects: [(await blobs.head(printed)) !== undefined, (await blobs.head(unprinted)) !== undefined],
    isKeyLeft: withKey?.sealedKey !== undefined,
    audit: (await store.auditLog.list(tenantId)).total,
  };
}

export const nothingButTheCertificates = {
  ...{ members: 0, invites: 0, reports: 0, students: 0, templates: 0, batches: 0 },
  ...{ revisions: ['Printed'], assets: [true], objects: [true, false], isKeyLeft: false, audit: 1 },
};
