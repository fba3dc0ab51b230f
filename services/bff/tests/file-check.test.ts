import { readdir, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileFacts, PublicCertificate } from '@sello/contracts';
import { createSigner, generateSigningCertificate, type SigningMaterial, signPdf } from '@sello/proof';
import { newId } from '@sello/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { homeMadeAuthority } from '../../../packages/proof/tests/parts/home-made-authority.ts';
import { type Academy, openAcademy } from './academy.ts';
import { startTestStack, type TestStack } from './stack.ts';
import { smallPdf } from './stand-in-worker.ts';

const listed = homeMadeAuthority({ name: 'Listed Time' });
const pinned = homeMadeAuthority({ name: 'Pinned Time' });
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

async function signed(material: SigningMaterial, timestampUrl?: string): Promise<Buffer> {
  const signer = createSigner({ id: 'someone', material, timestampUrl });
  const fields = { ...params, signedAt: new Date() };
  return Buffer.from(await signPdf(await smallPdf('Z'.repeat(26)), signer, fields));
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
  it('is known when the signing certificate is an organization’s, never by the name inside it', async () => {
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

describe('the time of a signature', () => {
  it('is confirmed by an authority that is listed or pinned, and claimed by any other', async () => {
    const material = await key();
    for (const [authority, known] of [
      [listed, true],
      [pinned, true],
      [homeMadeAuthority({ name: 'Pinned Time' }), false],
    ] as const) {
      const server = createServer(authority.listener());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const { file } = await check(await signed(material, url));
      expect(file).toMatchObject({ signature: 'intact', timestamp: { known, contradicts: false } });
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

/** Begins an upload of a megabyte, sends its head, and then nothing; answers the status that it gets. */
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

describe('uploads that stall', () => {
  it('hold the two seats of their own address for seconds, and nobody else’s', async () => {
    const stalled = [stall('203.0.113.9'), stall('203.0.113.9')];
    const plain = await smallPdf('Z'.repeat(26));
    for (let look = 0; look < 5; look++) expect((await check(plain)).file.size).toBe(plain.length);
    // Whoever shares the address waits for a seat.
    expect((await check(plain, '203.0.113.9')).file.size).toBe(plain.length);
    expect(await Promise.all(stalled)).toEqual([408, 408]);
    await vi.waitFor(async () => expect(await readdir(uploads)).toEqual([]), { timeout: 10_000 });
  }, 40_000);
});
