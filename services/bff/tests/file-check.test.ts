import { createHash } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  errorBody,
  type FileFacts,
  fileHeadlineOf,
  type PublicCertificate,
  verdictReasons,
} from '@sello/contracts';
import { createSigner, generateSigningCertificate, type SigningMaterial } from '@sello/proof';
import { newCertId, newId } from '@sello/store';
import { PDFDocument, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type MadeReason, oneOfEach } from '../../../packages/proof/tests/support/one-of-each.ts';
import {
  isProgramInstalled,
  issuedFiles,
  locked,
  resave,
  resavings,
  scanned,
} from '../../../packages/proof/tests/support/resaved.ts';
import { addTimestamp, rewriteContents } from '../../../packages/proof/tests/support/rewritings.ts';
import { signPdf } from '../../../packages/proof/tests/support/sign-pdf.ts';
import { testAuthority } from '../../../packages/proof/tests/support/test-authority.ts';
import { serve } from '../../../packages/proof/tests/support/timestamp-authority.ts';
import { buildCertificate } from '../../../packages/store/tests/builders.ts';
import { type Academy, openAcademy } from './academy.ts';
import { smallPdf } from './fake-worker.ts';
import { startTestStack, type TestStack } from './stack.ts';

const listed = testAuthority({ name: 'Listed Time' });
const pinned = testAuthority({ name: 'Pinned Time' });
const uploads = join(tmpdir(), `sello-uploads-${newId()}`);
let stack: TestStack;
let academy: Academy;
beforeAll(async () => {
  const trust = join(tmpdir(), `${newId()}.pem`);
  await writeFile(trust, listed.certificate.pem);
  stack = await startTestStack({ TRUST_PROXY: '1', TSA_TRUST: trust, UPLOADS: uploads });
  academy = await openAcademy(stack);
  const { pem } = pinned.certificate;
  await stack.store.timestampAuthorities.pin('https://tsa.example/', { fingerprint: 'p', pem });
});
afterAll(async () => {
  await academy?.close();
  await stack?.close();
});

const params = { reason: '', location: '', contactInfo: '', name: 'Academia Ana' };
const key = () => generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Academia Ana', params });

/** A PDF with the certificate id in its document information, as the renderer writes it. */
async function namedPdf(certId: string): Promise<Uint8Array> {
  const document = await PDFDocument.create({ updateMetadata: false });
  document.addPage([200, 100]);
  const { context } = document;
  context.trailerInfo.Info = context.register(context.obj({ SelloCertificate: PDFString.of(certId) }));
  return document.save({ useObjectStreams: false });
}

async function signed(
  material: SigningMaterial,
  timestampUrl?: string,
  certId = 'Z'.repeat(26),
): Promise<Buffer> {
  const signer = createSigner({ id: 'someone', material, timestampUrl });
  const fields = { ...params, signedAt: new Date() };
  return Buffer.from(await signPdf(await namedPdf(certId), signer, fields));
}

interface Answer {
  file: FileFacts;
  certificate: PublicCertificate | null;
}
async function check(bytes: Buffer, address = '198.51.100.1'): Promise<Answer> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), 'file.pdf');
  const headers = { 'x-forwarded-for': address };
  const response = await fetch(`${stack.app}/api/verify?fn=file`, { method: 'POST', headers, body: form });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

describe('the signer of a file', () => {
  it('is recognized by the fingerprint of the signing certificate, never by the name inside it', async () => {
    const [own, strangers] = [await key(), await key()];
    await stack.store.signingCertificates.create(academy.tenant, {
      ...{ name: 'Own', algorithm: 'rsa-2048', origin: 'uploaded', subject: own.subject },
      ...{ fingerprint: own.fingerprint, pem: 'pem', params, sealedKey: 'sealed', createdBy: newId() },
      ...{ notBefore: own.notBefore, expiresAt: own.notAfter },
    });
    const ofOwn = (await check(await signed(own))).file;
    expect(ofOwn).toMatchObject({ signature: 'intact', ownForm: true, timestamped: false });
    expect(ofOwn.signer?.known).toEqual({
      organization: 'Academia Ana',
      identity: { kind: 'unproven' },
    });
    const ofStranger = (await check(await signed(strangers))).file;
    expect(ofStranger).toMatchObject({ signature: 'intact', signer: { subject: own.subject } });
    expect(ofStranger.signer).not.toHaveProperty('known');
  });
});

describe('a file of this platform', () => {
  it('is reported as altered when its timestamp was replaced, which only the comparison with its record shows', async () => {
    const material = await key();
    const { _id: signingCertificateId } = await stack.store.signingCertificates.create(academy.tenant, {
      ...{ name: 'Stamped', algorithm: 'rsa-2048', origin: 'uploaded', subject: material.subject },
      ...{ fingerprint: material.fingerprint, pem: 'pem', params, sealedKey: 'sealed', createdBy: newId() },
      ...{ notBefore: material.notBefore, expiresAt: material.notAfter },
    });
    const certId = newCertId();
    const server = await serve(pinned.listener());
    const issued = await signed(material, server.url, certId);
    await server.close();
    const hash = createHash('sha256').update(issued).digest('hex');
    const row = buildCertificate({ _id: certId, hash, signingCertificateId });
    await stack.store.certificates.issue(academy.tenant, [row]);
    expect((await check(issued)).file).toMatchObject({ bytes: 'issued', signature: 'intact', reasons: [] });

    for (const authority of [pinned, listed]) {
      const exchanged = rewriteContents(issued, addTimestamp, authority.token)!;
      const { file, certificate } = await check(exchanged);
      expect(certificate?.certId).toBe(certId);
      expect(file).toMatchObject({ bytes: 'changed', signature: 'altered', ownForm: true });
      expect(file.reasons).toEqual([{ code: 'signature_not_issued' }]);
    }

    // A file re-signed by somebody else has a valid signature, but not of the issuer.
    const { file } = await check(await signed(await key(), undefined, certId));
    expect(file).toMatchObject({ bytes: 'changed', signature: 'intact', signerIsIssuer: false });
  });
});

describe('a certificate that another program has saved', () => {
  const installed = Object.entries({ ...resavings, locked }).filter(([, { program }]) =>
    isProgramInstalled(program),
  );

  it('is a copy of its certificate, found by its number, and never altered', async () => {
    const material = await key();
    const { _id: signingCertificateId } = await stack.store.signingCertificates.create(academy.tenant, {
      ...{ name: 'Saved', algorithm: 'rsa-2048', origin: 'uploaded', subject: material.subject },
      ...{ fingerprint: material.fingerprint, pem: 'pem', params, sealedKey: 'sealed', createdBy: newId() },
      ...{ notBefore: material.notBefore, expiresAt: material.notAfter },
    });
    const [certId, otherId] = [newCertId(), newCertId()];
    const [issued, other] = (await issuedFiles([certId, otherId], material)) as [Buffer, Buffer];
    const rows = [
      [certId, issued],
      [otherId, other],
    ] as const;
    await stack.store.certificates.issue(
      academy.tenant,
      rows.map(([_id, file]) => {
        const hash = createHash('sha256').update(file).digest('hex');
        return buildCertificate({ _id, hash, signingCertificateId });
      }),
    );
    expect((await check(issued)).file).toMatchObject({ bytes: 'issued', signature: 'intact' });
    for (const [name, resaving] of installed) {
      const { file, certificate } = await check(resave(resaving, issued, other));
      if (name === 'locked') {
        expect(file).toMatchObject({ bytes: 'unknown', numbers: { read: 'locked', found: [] } });
        continue;
      }
      const found = name.startsWith('merged') ? [certId, otherId] : [certId];
      expect(certificate?.certId, name).toBe(certId);
      expect(file, name).toMatchObject({ bytes: 'changed', numbers: { read: 'done', found } });
      expect(file.signature, name).not.toBe('altered');
      expect(fileHeadlineOf(file, certificate).says, name).toBe(found.length > 1 ? 'copies' : 'copy');
    }

    // Only the picture of a page: its code is read.
    const { file: ofScan } = await check(await scanned(issued));
    expect(ofScan).toMatchObject({ signature: 'unsigned', numbers: { read: 'done', found: [certId] } });

    // Its own signature proves a change of the bytes that it covers; an empty line at the end is none.
    const text = issued.toString('latin1');
    const changed = await check(Buffer.from(text.replace(/\/P 1(?=\W)/, '/P 3'), 'latin1'));
    expect(fileHeadlineOf(changed.file, changed.certificate).says).toBe('altered');
    const ended = await check(Buffer.from(`${text}\r\n`, 'latin1'));
    expect(fileHeadlineOf(ended.file, ended.certificate).says).toBe('copy');
  });

  it('is not taken for one that is named in a comment', async () => {
    const plain = await smallPdf('Z'.repeat(26));
    const { file, certificate } = await check(
      Buffer.concat([plain, Buffer.from(`\n%/SelloCertificate(${newCertId()})`)]),
    );
    expect(certificate).toBeNull();
    expect(file.numbers).toEqual({ read: 'done', found: [] });
  });
});

describe('the reasons of a verdict', () => {
  it('are answered for a file of each kind, with the facts that are known of it', async () => {
    const material = await key();
    const { _id: signingCertificateId } = await stack.store.signingCertificates.create(academy.tenant, {
      ...{ name: 'Of each', algorithm: 'rsa-2048', origin: 'uploaded', subject: material.subject },
      ...{ fingerprint: material.fingerprint, pem: 'pem', params, sealedKey: 'sealed', createdBy: newId() },
      ...{ notBefore: material.notBefore, expiresAt: material.notAfter },
    });
    const certId = newCertId();
    const row = buildCertificate({ _id: certId, hash: 'f'.repeat(64), signingCertificateId });
    await stack.store.certificates.issue(academy.tenant, [row]);
    const files = Object.entries(await oneOfEach(material, certId));
    const answers: { code: MadeReason; file: FileFacts }[] = [];
    // One after the other: together they are more than there are slots for uploads.
    for (const [index, [code, make]] of files.entries()) {
      const { file } = await check(Buffer.from(await make()), `198.51.100.${index + 10}`);
      answers.push({ code: code as MadeReason, file });
    }
    for (const { code, file } of answers) {
      expect(
        file.reasons.map((reason) => reason.code),
        code,
      ).toContain(code);
      const { outcome } = verdictReasons[code];
      // What makes a file altered outweighs what makes it unknown; a finding changes nothing.
      expect(file.signature, code).toMatch(
        outcome === 'unknown' ? /unknown|altered/ : outcome === 'finding' ? /intact|unknown/ : outcome,
      );
    }
  });
});

describe('the time of a signature', () => {
  it('is trusted from a listed or pinned authority, and only a claim from any other', async () => {
    const material = await key();
    for (const [authority, known] of [
      [listed, true],
      [pinned, true],
      [testAuthority({ name: 'Pinned Time' }), false],
    ] as const) {
      const server = await serve(authority.listener());
      const { file } = await check(await signed(material, server.url));
      expect(file).toMatchObject({ signature: 'intact', timestamp: { known, contradicts: false } });
      await server.close();
    }
  });
});

/** Starts an upload of a megabyte and stalls after the headers; returns the status of the response. */
function stall(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ 'content-type': 'multipart/form-data; boundary=b', 'content-length': '1000000' },
      'x-forwarded-for': address,
    };
    const upload = httpRequest(`${stack.app}/api/verify?fn=file`, { method: 'POST', headers });
    upload.on('response', (response) => resolve(response.resume().statusCode ?? 0));
    upload.on('error', reject);
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n');
  });
}

it('answers a form that is cut off in any of its parts, and goes on', async () => {
  for (const part of [
    'name="other"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    'name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
    'name="file"',
    'name="text"\r\n\r\nx',
  ]) {
    const answer = await fetch(`${stack.app}/api/verify?fn=file`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-forwarded-for': '203.0.113.77' },
      body: `--b\r\nContent-Disposition: form-data; ${part}`,
    });
    expect([part, answer.status, errorBody.parse(await answer.json()).code]).toEqual([
      part,
      400,
      'invalid_payload',
    ]);
  }
});

describe('uploads that stall', () => {
  it('occupy the two slots of their own address for seconds, and no others', async () => {
    const stalled = [stall('203.0.113.9'), stall('203.0.113.9')];
    const plain = await smallPdf('Z'.repeat(26));
    for (let look = 0; look < 5; look++) expect((await check(plain)).file.size).toBe(plain.length);
    // Another client of the same address waits for a slot.
    expect((await check(plain, '203.0.113.9')).file.size).toBe(plain.length);
    expect(await Promise.all(stalled)).toEqual([408, 408]);
    await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]));
  });
});
