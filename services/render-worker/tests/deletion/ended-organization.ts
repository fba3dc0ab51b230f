import { createHash } from 'node:crypto';
import { type DesignElementInput, dkimSelectors, mailRecordsFor, tenantEntity } from '@sello/contracts';
import { validatePdf } from '@sello/proof';
import { type CertificateRecord, newCertId, newId, otherEnds, type Store } from '@sello/store';
import mongoose from 'mongoose';
import { paintedPng } from '../../../../packages/render/tests/painted-png.ts';
import { createCertificateFiles } from '../../src/archive/certificate-files.ts';
import { exportedIn } from '../../src/export/export.ts';
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

/** An organization with certificates and everything else that goes, deleted 31 days ago, after `beforeDeletion`. */
export async function createEndedOrganization(
  fixture: Fixture,
  count: number,
  beforeDeletion?: (tenantId: string, certIds: readonly string[]) => Promise<void>,
): Promise<EndedOrganization> {
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
  await addSettings(store, tenantId);
  await addDomain(store, tenantId);
  const fontKey = `fonts/${tenantId}`;
  await blobs.put(fontKey, Buffer.from('a font'));
  await store.fonts.create(tenantId, {
    ...{ sha256: newId(), key: fontKey, size: 6, fileName: 'f.ttf', characters: 1, licensedBy: owner.userId },
    ...{ family: 'Theirs', weight: 400, italic: false },
  });
  const gone = await store.students.create(tenantId, buildStudent(-1, { fullName: 'Bea Borrada' }));
  await store.trash.put(tenantId, [gone._id], { userId: owner.userId, deletion: newId() });
  const signing = await addSigningCertificate(own, 'rsa-2048', fixture.publicWrappingKey);
  const items = await addStudents(
    { ...own, ...template },
    Array.from({ length: count }, (_, index) => buildStudent(index, { idNumber: `${tenantId}-${index}` })),
  );
  const { batch } = await followBatch(own, () => createBatch(own, 'generate', items, signing));
  const rows = await store.batches.items(tenantId, batch._id);
  const certIds = rows.items.map(({ certId }) => certId!);
  await addCorrespondence(store, tenantId, batch._id, certIds[0]!);
  await store.auditLog.append(tenantId, {
    ...{ actorId: owner.userId, actorName: owner.name, action: 'students.upsert' },
    ...{ target: rows.items[0]!.studentId!, network: '192.0.2.0/24' },
  });
  await withDatabase(fixture, (database) =>
    database.collection<{ _id: string }>('erasedCertificates').insertOne({
      ...{ _id: newCertId(), tenantId, hash: 'e'.repeat(64) },
      ...{ issuedAt: new Date(), erasedAt: new Date() },
    } as { _id: string }),
  );
  await beforeDeletion?.(tenantId, certIds);
  const at = new Date(Date.now() - 31 * day);
  await store.tenants.delete(tenantId, { at, by: owner.userId, until: new Date(at.getTime() + 30 * day) });
  return { tenantId, printed: printed.key, unprinted: unprinted.key, certIds };
}

async function addSettings(store: Store, tenantId: string): Promise<void> {
  await store.tenants.update(tenantId, {
    ...{ letterReplyTo: 'o@example.org', letterSubjects: { es: 'Su diploma' }, sealColor: '#aa3300' },
    signatories: [{ name: 'Firma Uno', role: 'Directora' }],
  });
}

/** A verified domain from which its e-mails are sent. */
async function addDomain(store: Store, tenantId: string): Promise<void> {
  const domain = `${tenantId}.test`;
  const claim = await store.domains.add(tenantId, { domain, token: 't', dnsRecords: [] });
  const check = { status: 'verified', dnsRecords: [], misses: 0, nextCheckAt: null } as const;
  await store.domains.recordCheck(tenantId, claim._id, { ...check, dnsRecords: [], checkedAt: new Date() });
  const answer = { at: new Date(), reason: 'correct' } as const;
  const asked = { type: 'TXT', name: domain, purpose: 'ownership', answer } as const;
  await store.domains.noteAnswers(tenantId, claim._id, [asked]);
  const keys = dkimSelectors.map((selector) => ({
    ...{ _id: newId(), selector, publicKey: newId(), sealedKey: 'sealed' },
  }));
  await store.domainMails.setUp(tenantId, claim, {
    ...{ localPart: 'diplomas', keys, records: mailRecordsFor(domain, keys, 'sello.test') },
    rotatesAt: new Date(Date.now() + day),
  });
}

/** An e-mail, and reports about a mistake and about the issuer. */
async function addCorrespondence(
  store: Store,
  tenantId: string,
  batchId: string,
  certId: string,
): Promise<void> {
  const language = 'es' as const;
  const email = { batchId, index: 0, certId, to: 'h@example.org', language, messageIdHost: 'sello.test' };
  await store.deliveries.open(tenantId, [email]);
  await store.mailAccounts.take(tenantId, 1, { perHour: 10, perDay: 10 });
  const token = newId() + newId().slice(-8);
  const about = 'data' as const;
  await store.mistakeReports.ask(tenantId, {
    ...{ certId, about, text: 'Mi nombre está mal', email: 'r@example.org', language, token },
  });
  await store.mistakeReports.acrossTenants.confirm(token);
  await store.mistakeReports.ask(tenantId, {
    ...{ certId, about, text: 'Nobody has confirmed this', email: 'x@example.org', language },
    token: newId() + newId().slice(-8),
  });
  await store.reports.add(tenantId, { certId, text: 'x' });
}

async function withDatabase<Answer>(
  { config }: Pick<Fixture, 'config'>,
  use: (database: mongoose.mongo.Db) => Promise<Answer>,
): Promise<Answer> {
  const connection = await mongoose.createConnection(config.MONGO_URL).asPromise();
  try {
    return await use(connection.getClient().db(connection.name));
  } finally {
    await connection.close();
  }
}

/** How many documents it has in each collection of organizations. */
export function countsOf(
  fixture: Pick<Fixture, 'config'>,
  tenantId: string,
): Promise<Record<string, number>> {
  return withDatabase(fixture, async (database) => {
    const counts = Object.keys(exportedIn).map(async (name) => {
      return [name, await database.collection(name).countDocuments({ tenantId })] as const;
    });
    return Object.fromEntries(await Promise.all(counts));
  });
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

/** What is left of it. */
export async function whatIsLeft(fixture: Fixture, { tenantId, printed, unprinted }: EndedOrganization) {
  const { store, blobs } = fixture;
  const revisions: string[] = [];
  for await (const { name } of store.revisions.each(tenantId)) revisions.push(name);
  const [signing] = await store.signingCertificates.list(tenantId);
  const withKey = signing && (await store.signingCertificates.getWithKey(tenantId, signing._id));
  const counts = Object.entries(await countsOf(fixture, tenantId));
  const fields = Object.keys((await store.tenants.get(tenantId))!);
  return {
    collections: counts.flatMap(([name, count]) => (count > 0 ? [name] : [])).sort(),
    settings: fields.filter((name) => goes(name)),
    revisions,
    assets: (await store.assets.list(tenantId)).items.map(({ key }) => key === printed),
    objects: [
      (await blobs.head(printed)) !== undefined,
      (await blobs.head(unprinted)) !== undefined,
      (await blobs.head(`fonts/${tenantId}`)) !== undefined,
    ],
    isKeyLeft: withKey?.sealedKey !== undefined,
  };
}

/** Whether a field of the organization's record is a setting, and none of what its certificates need. */
function goes(name: string): boolean {
  const { optional, facts } = tenantEntity.fields[name as keyof typeof tenantEntity.fields];
  return optional && !('outlives' in facts);
}

const stays = Object.entries(otherEnds).flatMap(([name, end]) =>
  end === 'removed' || end === 'expires' ? [] : [name],
);

export const nothingButTheCertificates = {
  // No font of its own was printed.
  ...{ collections: stays.filter((name) => name !== 'fonts').sort(), settings: [] },
  ...{ revisions: ['Printed'], assets: [true], objects: [true, false, false], isKeyLeft: false },
};
