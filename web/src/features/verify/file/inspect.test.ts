import type { PublicCertificate } from '@sello/contracts';
import { fileHeadlineOf } from '@sello/contracts';
import { beforeAll, expect, it } from 'vitest';
import {
  isProgramInstalled,
  issuedFiles,
  locked,
  resave,
  resavings,
} from '../../../../../packages/proof/tests/support/resaved.ts';
import { checkByHash } from './inspect.ts';
import { numbersIn } from './numbers-in.ts';

const certId = '2K3M9QXT2VHBC0RD8WJN5PZE4F';
const otherId = '3K3M9QXT2VHBC0RD8WJN5PZE4F';
/** Printed on a certificate of another installation. */
const foreignId = '4K3M9QXT2VHBC0RD8WJN5PZE4F';
const issuer = { name: 'Taller', identity: { kind: 'domain' }, createdAt: '2026-01-01T00:00:00Z' };
let issued: Buffer;
let other: Buffer;
let foreign: Buffer;
beforeAll(async () => {
  const files = await issuedFiles([certId, otherId, foreignId]);
  [issued, other, foreign] = files as [Buffer, Buffer, Buffer];
});

/** What a stranger reads about a file; both numbers were issued here. */
async function checked(pdf: Uint8Array) {
  const asked: string[] = [];
  const lookUp = async (reference: string) => {
    asked.push(reference);
    return [certId, otherId].includes(reference)
      ? ({ certId: reference, state: 'valid', issuer } as PublicCertificate)
      : null;
  };
  const { facts, certificate } = await checkByHash(
    new Blob([new Uint8Array(pdf)]),
    lookUp,
    new AbortController().signal,
    numbersIn,
  );
  return { asked, facts, certificate, headline: fileHeadlineOf(facts, certificate) };
}

it.each(Object.entries(resavings).filter(([, { program }]) => isProgramInstalled(program)))(
  'calls a certificate %s a copy of it, never altered',
  async (name, resaving) => {
    const { asked, certificate, headline } = await checked(resave(resaving, issued, other));
    expect(certificate?.certId).toBe(certId);
    expect(headline).toMatchObject({ says: name.startsWith('merged') ? 'copies' : 'copy', tone: 'warn' });
    // Only a hash and numbers are sent.
    for (const reference of asked) expect(reference).toMatch(/^[0-9a-f]{64}$|^[0-9A-Z]{26}$/);
  },
);

it.skipIf(!isProgramInstalled('qpdf'))(
  'says of a file with a password that it could not look inside',
  async () => {
    const { facts, headline } = await checked(resave(locked, issued, other));
    expect(facts.numbers?.read).toBe('locked');
    expect(headline).toMatchObject({ says: 'unchecked', lead: 'locked', tone: 'unknown' });
  },
);

it('finds a number that stands in the properties alone', async () => {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
    `<</SelloCertificate(${certId})>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  const pdf = Buffer.from(`%PDF-1.7\n${body}trailer<</Root 1 0 R/Info 4 0 R>>\nstartxref\n0\n%%EOF`);
  expect((await checked(pdf)).headline.says).toBe('copy');
});

it('says of a file without a number of ours that none was found, and of no PDF that nothing was looked for', async () => {
  const { asked, certificate, headline: ofForeign } = await checked(foreign);
  expect(asked).toContain(foreignId);
  expect(certificate).toBeNull();
  expect(ofForeign).toMatchObject({ says: 'notFound', lead: 'notFoundByHash', tone: 'warn' });
  const { facts, headline } = await checked(Buffer.from('a letter'));
  expect(facts.numbers).toBeUndefined();
  expect(headline).toMatchObject({ says: 'unchecked', lead: 'notLooked' });
});
