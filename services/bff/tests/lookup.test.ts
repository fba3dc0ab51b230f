import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  certificatePictureUrl,
  certificatesApi,
  foundCertificate,
  organizationsApi,
  tenantsApi,
  verifyApi,
} from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { createSigner, generateSigningCertificate, type SigningMaterial } from '@sello/proof';
import { type NewCertificate, newCertId, newId } from '@sello/store';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signPdf } from '../../../packages/proof/tests/support/sign-pdf.ts';
import { testAuthority } from '../../../packages/proof/tests/support/test-authority.ts';
import { serve } from '../../../packages/proof/tests/support/timestamp-authority.ts';
import { buildCertificate, buildDesign } from '../../../packages/store/tests/builders.ts';
import { type Academy, openAcademy } from './academy.ts';
import { smallPdf } from './fake-worker.ts';
import { testMistakes } from './mistakes.suite.ts';
import { startTestStack, type TestStack } from './stack.ts';
import { testVerifyPage } from './verify-page.suite.ts';

const authority = testAuthority({ name: 'Listed Time' });
const params = { reason: '', location: '', contactInfo: '', name: 'Academia Ana' };
let stack: TestStack;
let academy: Academy;
let root: ApiClient;
let material: SigningMaterial & { fingerprint: string };
let signingCertificateId: string;
beforeAll(async () => {
  const trust = join(tmpdir(), `${newId()}.pem`);
  await writeFile(trust, authority.certificate.pem);
  stack = await startTestStack({ TSA_TRUST: trust });
  academy = await openAcademy(stack);
  root = await stack.signIn('root@sello.example');
  const made = await generateSigningCertificate({
    algorithm: 'rsa-2048',
    organization: 'Academia Ana',
    params,
  });
  material = made;
  const { subject, fingerprint, notBefore, notAfter: expiresAt } = made;
  const stored = await stack.store.signingCertificates.create(academy.tenant, {
    ...{ name: 'Own', algorithm: 'rsa-2048', origin: 'uploaded', subject, fingerprint, pem: 'pem' },
    ...{ params, sealedKey: 'sealed', createdBy: newId(), notBefore, expiresAt },
  });
  signingCertificateId = stored._id;
});
afterAll(async () => {
  await academy?.close();
  await stack?.close();
});

async function signed(certId: string, timestampUrl?: string): Promise<Buffer> {
  const signer = createSigner({ id: 'own', material, timestampUrl });
  return Buffer.from(await signPdf(await smallPdf(certId), signer, { ...params, signedAt: new Date() }));
}

/** Inserts a certificate whose file is stored as prefix and pack and has not been checked. */
async function issueFile(bytes: Buffer, more: Partial<NewCertificate> = {}): Promise<NewCertificate> {
  const sha256 = (of: Buffer) => createHash('sha256').update(of).digest('hex');
  const [start, tail] = [bytes.subarray(0, 100), bytes.subarray(100)];
  const prefix = { key: `prefixes/${sha256(start)}`, sha256: sha256(start), size: start.length };
  const pack = { key: `packs/${sha256(tail)}`, offset: 0, length: tail.length };
  await academy.blobs.put(prefix.key, start);
  await academy.blobs.put(pack.key, tail);
  const row = buildCertificate({ hash: sha256(bytes), size: bytes.length, prefix, pack, ...more });
  await stack.store.certificates.issue(academy.tenant, [row]);
  return row;
}

const ask = (certId: string) => fetch(`${stack.app}/api/verify?fn=lookup&hash=${certId}`);
async function lookUp(certId: string) {
  return foundCertificate.parse(await (await ask(certId)).json());
}
async function fullCheck(bytes: Buffer) {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file.pdf');
  const response = await fetch(`${stack.app}/api/verify?fn=file`, { method: 'POST', body: form });
  return verifyApi.calls.file.reply.parse(await response.json());
}

describe('the file facts of a look-up', () => {
  it('equal those of an upload and are stored with the certificate: signed, unsigned and timestamped', async () => {
    const server = await serve(authority.listener());
    const ids = [newCertId(), newCertId(), newCertId()] as const;
    const files = [await signed(ids[0]), await smallPdf(ids[1]), await signed(ids[2], server.url)] as const;
    await server.close();
    const outcomes = ['intact', 'unsigned', 'intact'];
    for (const [place, certId] of ids.entries()) {
      const bytes = files[place]!;
      const row = await issueFile(bytes, { _id: certId, ...(place !== 1 && { signingCertificateId }) });
      const first = await lookUp(certId);
      const { file, certificate } = await fullCheck(bytes);
      expect(first.file).toEqual({ ...file, checkedAt: first.file?.checkedAt });
      expect(first.file).toMatchObject({ bytes: 'issued', signature: outcomes[place] });
      expect(first.certificate).toEqual(certificate);
      expect(first.file?.timestamp?.known).toBe(place === 2 ? true : undefined);

      // The bytes are not read again: they may even be missing.
      await academy.blobs.delete(row.pack.key);
      expect(await lookUp(certId)).toEqual(first);
      expect((await stack.store.certificates.get(academy.tenant, certId))?.fileCheck?.at).toEqual(
        new Date(first.file!.checkedAt),
      );
    }
  });

  it('are computed again with another list of timestamp authorities', async () => {
    const server = await serve(authority.listener());
    const certId = newCertId();
    await issueFile(await signed(certId, server.url), { _id: certId, signingCertificateId });
    await server.close();
    const { file } = await lookUp(certId);
    expect(file?.timestamp?.known).toBe(true);
    const { app } = await stack.startBff({ TSA_TRUST: '' });
    const other = await fetch(`${app}/api/verify?fn=lookup&hash=${certId}`);
    expect(foundCertificate.parse(await other.json()).file?.timestamp?.known).toBe(false);
    expect((await lookUp(certId)).file?.timestamp?.known).toBe(true);
  });

  it('of a damaged file are reported but not stored, until it is repaired; the file is not served', async () => {
    const certId = newCertId();
    const bytes = await signed(certId);
    const row = await issueFile(bytes, { _id: certId, signingCertificateId });
    const tail = bytes.subarray(100);
    const flipped = Buffer.from(tail);
    flipped[40]! ^= 1;
    await academy.blobs.put(row.pack.key, flipped);
    expect((await lookUp(certId)).file).toMatchObject({ bytes: 'changed', signature: 'altered' });
    const kept = await stack.store.certificates.get(academy.tenant, certId);
    expect(kept).not.toHaveProperty('fileCheck');
    // It is due for the scrub at once.
    expect(kept!.fileDueAt!.getTime()).toBeLessThanOrEqual(Date.now());
    expect((await fetch(`${stack.app}/c/${certId}`)).status).not.toBe(200);
  });

  it('ignore the stored result of a file that is marked as missing', async () => {
    const certId = newCertId();
    const row = await issueFile(await signed(certId), { _id: certId, signingCertificateId });
    expect((await lookUp(certId)).file?.bytes).toBe('issued');
    await academy.blobs.delete(row.pack.key);
    await stack.store.consistency.acrossTenants.setFileState(academy.tenant, [certId], 'missing');
    const { certificate, file } = await lookUp(certId);
    expect(certificate.fileState).toBe('missing');
    expect(file).toBeUndefined();
  });
});

describe('a look-up', () => {
  it('reports revocations at once: of certificate, signing certificate, confirmation and domain', async () => {
    const { ana, tenant } = academy;
    const certId = newCertId();
    await issueFile(await signed(certId), { _id: certId, signingCertificateId });
    expect((await lookUp(certId)).certificate).toMatchObject({
      ...{ state: 'valid', signedBy: 'Own' },
      issuer: { identity: { kind: 'unproven' } },
    });

    await root.call(organizationsApi, 'confirm', { body: { id: tenant, how: 'Called' } });
    expect((await lookUp(certId)).certificate.issuer.identity.kind).toBe('operator');
    await root.call(organizationsApi, 'withdraw', { body: { id: tenant, reason: 'Wrong' } });
    expect((await lookUp(certId)).file?.signer?.known?.identity.kind).toBe('unproven');

    const { domains } = stack.store;
    const domain = await domains.add(tenant, {
      ...{ domain: `${newId()}.example`, token: 'token', dnsRecords: [] },
    });
    const checked = { dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() };
    await domains.recordCheck(tenant, domain._id, { ...checked, status: 'verified' });
    expect((await lookUp(certId)).certificate.issuer.identity.kind).toBe('domain');
    await domains.remove(tenant);
    expect((await lookUp(certId)).certificate.issuer.identity.kind).toBe('unproven');

    await stack.store.signingCertificates.revoke(tenant, signingCertificateId);
    expect((await lookUp(certId)).file?.signer?.known?.withdrawnAt).toEqual(expect.any(String));

    await ana.call(certificatesApi, 'revoke', { tenant, body: { certId, reason: 'Mistake' } });
    expect((await lookUp(certId)).certificate).toMatchObject({ state: 'revoked', revokedReason: 'Mistake' });
  });

  it('says the day that the certificate prints; of one from before it was recorded, the day where its template was', async () => {
    const issuedAt = new Date('2026-03-15T01:00:00Z');
    const { tenant } = academy;
    const name = 'In Lima';
    const design = { ...buildDesign(), timeZone: 'America/Lima' };
    const { _id: templateId } = await stack.store.templates.create(tenant, { name, tags: [], design });
    const { _id: revisionId } = await stack.store.revisions.freeze(tenant, templateId);
    const { printed } = buildCertificate();
    const recorded = buildCertificate({ issuedAt, printed: { ...printed, issuedOn: '2026-03-14' } });
    const [older, unknown] = [buildCertificate({ issuedAt, revisionId }), buildCertificate({ issuedAt })];
    const days = [];
    for (const row of [recorded, older, unknown]) {
      await stack.store.certificates.issue(tenant, [row]);
      days.push((await lookUp(row._id)).certificate?.issuedOn);
    }
    expect(days).toEqual(['2026-03-14', '2026-03-14', '2026-03-15']);
  });

  it('leads from a certificate to the one that replaced it, and back', async () => {
    const studentId = newId();
    const issuedAt = Date.now() - 60_000;
    const rows = [0, 1, 2].map((place) =>
      buildCertificate({ studentId, issuedAt: new Date(issuedAt + place) }),
    );
    const [first, second, third] = rows.map(({ _id }) => _id);
    for (const row of rows) await stack.store.certificates.issue(academy.tenant, [row]);
    const found = await Promise.all(rows.map(async ({ _id }) => (await lookUp(_id)).certificate));
    expect(found.map(({ state, replacedBy, replaces }) => ({ state, replacedBy, replaces }))).toEqual([
      { state: 'replaced', replacedBy: second, replaces: undefined },
      { state: 'replaced', replacedBy: third, replaces: first },
      { state: 'valid', replacedBy: undefined, replaces: second },
    ]);
  });

  it('does not find a prepared certificate', async () => {
    const row = buildCertificate();
    await stack.store.certificates.issue(academy.tenant, [row]);
    const raw = await mongoose.createConnection(stack.backings.env.MONGO_URL!).asPromise();
    await raw.collection('certificates').updateOne({ hash: row.hash }, { $set: { state: 'prepared' } });
    await raw.close();
    for (const reference of [row._id, row.hash]) expect((await ask(reference)).status).toBe(404);
  });
});

describe('the picture of a stored file', () => {
  const pictureOf = ({ _id, hash }: { _id: string; hash: string }) =>
    `${stack.app}${certificatePictureUrl(_id, hash)}`;

  it('shows the first page of the issued bytes, is revalidated with its ETag, and stays after a revocation', async () => {
    const certId = newCertId();
    const row = await issueFile(await smallPdf(certId), { _id: certId });
    const response = await fetch(pictureOf(row));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('page-size')).toBe('200 100');
    const png = Buffer.from(await response.arrayBuffer());
    expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
      'PNG',
      1200,
      600,
    ]);
    const headers = { 'if-none-match': response.headers.get('etag')! };
    expect((await fetch(pictureOf(row), { headers })).status).toBe(304);
    // The web page marks it as revoked.
    await academy.ana.call(certificatesApi, 'revoke', {
      body: { certId, reason: 'typo' },
      tenant: academy.tenant,
    });
    expect((await fetch(pictureOf(row))).status).toBe(200);
  });

  it('is refused for damaged bytes, another hash, an unknown certificate, or a file that is not public', async () => {
    const certId = newCertId();
    const bytes = await smallPdf(certId);
    const row = await issueFile(bytes, { _id: certId });
    expect((await fetch(pictureOf({ _id: certId, hash: '0'.repeat(64) }))).status).toBe(404);
    expect((await fetch(pictureOf({ ...row, _id: newCertId() }))).status).toBe(404);
    // The same length with another byte: the stored file no longer matches the record.
    const whole = await academy.blobs.read(row.pack.key);
    await academy.blobs.put(row.pack.key, Buffer.from(whole).fill(0x20, 10, 20));
    const changed = await fetch(pictureOf(row));
    expect([changed.status, ((await changed.json()) as { code: string }).code]).toEqual([
      500,
      'object_missing',
    ]);
    await academy.blobs.put(row.pack.key, whole);
    const settings = (publicDownload: boolean) =>
      academy.ana.call(tenantsApi, 'settings-update', {
        query: { tenantId: academy.tenant },
        body: { publicDownload },
      });
    await settings(false);
    expect((await fetch(pictureOf(row))).status).toBe(403);
    await settings(true);
    expect((await fetch(pictureOf(row))).status).toBe(200);
  });

  it('is unavailable when it cannot be drawn, and the next one is drawn', async () => {
    const broken = await issueFile(Buffer.from(`%PDF-1.7\n${'not a document '.repeat(20)}`));
    const response = await fetch(pictureOf(broken));
    // With an ETag a browser would revalidate it as if it were a picture.
    expect([response.status, response.headers.get('etag')]).toEqual([503, null]);
    const certId = newCertId();
    expect((await fetch(pictureOf(await issueFile(await smallPdf(certId), { _id: certId })))).status).toBe(
      200,
    );
  });
});

testVerifyPage(() => ({
  stack,
  academy,
  issue: async (more) => {
    const certId = newCertId();
    return issueFile(await signed(certId), { _id: certId, signingCertificateId, ...more });
  },
}));

testMistakes(() => ({
  stack,
  issue: async (more) => {
    const row = buildCertificate(more);
    await stack.store.certificates.issue(academy.tenant, [row]);
    return row;
  },
}));
