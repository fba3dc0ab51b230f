// Which timestamp authorities are known. Anybody can make a timestamp authority.
import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { timeStampAttribute } from '../src/cms/build.ts';
import { readTrustList, type ValidateOptions, validatePdf } from '../src/index.ts';
import { customCms, customSigner } from './support/custom-cms.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, type Issued, issue } from './support/material.ts';
import { Random } from './support/random.ts';
import { signPdf } from './support/sign-pdf.ts';
import { type TestAuthority, testAuthority } from './support/test-authority.ts';

const random = new Random(12);
const old = { notBefore: new Date('2015-01-01'), notAfter: new Date('2040-01-01') };
const signerOf = issue({ name: 'Signer', ...old });
const root = issue({ name: 'Time Root', ...old });
const middle = issue({ name: 'Time Authority', issuer: root, ca: true, keyIds: true, ...old });
const leaf = (more: { issuer?: Issued; others?: Issued[] } = {}) => testAuthority({ ...old, ...more });

async function stamped(authority: TestAuthority, time = new Date()): Promise<Uint8Array> {
  const parts = { key: signerOf.key, certificate: signerOf.der };
  const cms = (digest: Uint8Array) => {
    let value = Buffer.alloc(0);
    // Signed twice: PKCS #1 v1.5 is deterministic, so the token over the first value fits the second signature.
    customCms(digest, { ...parts, signature: (bytes) => (value = sign('sha256', bytes, signerOf.key)) });
    return customCms(digest, { ...parts, unsigned: [timeStampAttribute(authority.token(value, time))] });
  };
  return signPdf(await buildDocument(random), customSigner(cms), buildFields());
}

const timestampOf = (pdf: Uint8Array, options: ValidateOptions = {}) => {
  const { outcome, reasons, signature } = validatePdf(pdf, options);
  expect(outcome).toBe('intact');
  return { ...signature?.timestamp, reasons: reasons.map(({ code }) => code) };
};

describe('the authority of a timestamp', () => {
  it('is not known unless it is listed, under any name', async () => {
    const home = leaf();
    const pdf = await stamped(home);
    expect(timestampOf(pdf)).toMatchObject({ known: false, authority: 'CN=Famous Time', reasons: [] });
    const namesake = leaf().certificate.der;
    expect(timestampOf(pdf, { timestampAuthorities: [namesake] })).toMatchObject({ known: false });
    const listed = readTrustList(`A comment\n${home.certificate.pem}`);
    expect(timestampOf(pdf, { timestampAuthorities: listed })).toMatchObject({ known: true });
  });

  it('is known by any listed issuer, included in the token or not', async () => {
    const inside = await stamped(leaf({ issuer: middle, others: [middle, root] }));
    const outside = await stamped(leaf({ issuer: middle, others: [middle] }));
    for (const pdf of [inside, outside]) {
      for (const { der } of [root, middle]) {
        expect(timestampOf(pdf, { timestampAuthorities: [der] })).toMatchObject({ known: true });
      }
      const namesake = issue({ name: 'Time Root', ...old }).der;
      expect(timestampOf(pdf, { timestampAuthorities: [namesake] })).toMatchObject({ known: false });
    }
  });

  it('is known only if every certificate of its chain was valid at that time', async () => {
    const ended = issue({ name: 'Ended', notBefore: old.notBefore, notAfter: new Date('2020-01-01') });
    const authority = leaf({ issuer: ended, others: [ended] });
    const at = async (time: string) =>
      timestampOf(await stamped(authority, new Date(time)), { timestampAuthorities: [ended.der] });
    expect(await at('2019-03-01')).toMatchObject({ known: true });
    expect(await at('2021-03-01')).toMatchObject({ known: false });
  });

  it('is not known beyond the path length of an issuer', async () => {
    const last = issue({ name: 'Last', issuer: root, ca: true, keyIds: true, pathLength: 0, ...old });
    const beyond = issue({ name: 'Beyond', issuer: last, ca: true, ...old });
    const authorities = { timestampAuthorities: [root.der] };
    expect(timestampOf(await stamped(leaf({ issuer: last, others: [last] })), authorities).known).toBe(true);
    const others = [beyond, last];
    expect(timestampOf(await stamped(leaf({ issuer: beyond, others })), authorities).known).toBe(false);
  });
});

it('reports a timestamp and a signing time that contradict each other', async () => {
  const home = leaf();
  const found = timestampOf(await stamped(home, new Date('2019-03-01')));
  expect(found).toMatchObject({ known: false, reasons: ['times_contradict'] });
  const day = 86_400_000;
  expect(timestampOf(await stamped(home, new Date(Date.now() - day / 2))).reasons).toEqual([]);
});

it('refuses a trust list with no certificate, or a broken one', () => {
  expect(() => readTrustList('nothing')).toThrow(expect.objectContaining({ code: 'certificate_unreadable' }));
  const broken = root.pem.replace(/\n[^\n]+\n/, '\n');
  expect(() => readTrustList(broken)).toThrow(expect.objectContaining({ code: 'certificate_unreadable' }));
});
