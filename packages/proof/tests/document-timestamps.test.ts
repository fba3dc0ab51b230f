// Files that others signed and archived: what was added after a signature is not validated, and never held against it.
import { expect, it } from 'vitest';
import { createSigner, validatePdf } from '../src/index.ts';
import { customCms } from './support/custom-cms.ts';
import { timestamped } from './support/document-timestamps.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, buildMaterial, issue } from './support/material.ts';
import { Random } from './support/random.ts';
import { rawPdf } from './support/raw-pdf.ts';
import { appendRevision, findObject, objectText } from './support/revisions.ts';
import { signPdf } from './support/sign-pdf.ts';

const stranger = issue({ name: 'Stranger' });
/** Signed by somebody else, who allows changes (P 2) or none (P 1). */
const foreign = (allowed: 1 | 2) => {
  const signature = /\/P 1 \/V/;
  const sign = (digest: Uint8Array) => customCms(digest, { key: stranger.key, certificate: stranger.der });
  const plain = rawPdf({}, sign).toString('latin1');
  const dict = /6 0 obj\n([\s\S]*?)\nendobj/.exec(plain)![1]!;
  const emptied = dict
    .replace(/\/Contents <[0-9a-f]*>/, `/Contents <${'00'.repeat(6_000)}>`)
    .replace(/\/ByteRange \[[^\]]*\]/, '/ByteRange [0 0000000000 0000000000 0000000000]')
    .replace(signature, `/P ${allowed} /V`)
    .replace('/Type /Sig', '/Type /Sig /Prop_Build <<>>');
  return rawPdf({ objects: { 6: emptied } }, sign);
};
const verdictOn = (pdf: Uint8Array) => {
  const { outcome, reasons } = validatePdf(pdf);
  return { outcome, codes: reasons.map(({ code }) => code) };
};

it.each([
  ['that allows changes', 2],
  ['that allows none', 1],
] as const)('a good foreign signature %s, archived with a timestamp, is not called altered', (_, allowed) => {
  const signed = foreign(allowed);
  expect(verdictOn(signed).outcome).toBe('intact');
  const archived = timestamped(signed, { catalog: '/DSS 40 0 R', objects: { 40: '<</Certs []>>' } });
  expect(verdictOn(archived)).toEqual({
    outcome: 'unknown',
    codes: expect.arrayContaining(['several_revisions', 'document_timestamp']),
  });
  // Each further archive timestamp is one more revision.
  expect(verdictOn(timestamped(archived)).outcome).toBe('unknown');
});

it('a file with nothing but a timestamp is not signed by anybody', () => {
  const plain = foreign(2)
    .toString('latin1')
    .replace('/V 6 0 R', '/X 6 0 R')
    .replace(/\/Type \/Sig[\s\S]*?\n(?=endobj)/, '/A 1>>\n');
  const { outcome, codes } = verdictOn(timestamped(Buffer.from(plain, 'latin1')));
  expect(outcome).not.toBe('altered');
  expect(codes).toContain('document_timestamp');
});

it('a timestamp of other bytes is proof of a change; one that cannot be read is none', () => {
  expect(verdictOn(timestamped(foreign(2), { stamp: () => Buffer.from('else') }))).toMatchObject({
    outcome: 'altered',
    codes: expect.arrayContaining(['timestamp_invalid']),
  });
  const archived = timestamped(foreign(2)).toString('latin1');
  const at = archived.lastIndexOf('/Contents <') + 11;
  const broken = `${archived.slice(0, at)}deadbeef${archived.slice(at + 8)}`;
  expect(verdictOn(Buffer.from(broken, 'latin1')).outcome).toBe('unknown');
});

it('a later revision that a foreign signature does not forbid is not validated; one that it forbids is proof', () => {
  const changed = (pdf: Buffer) =>
    appendRevision(pdf, { objects: { 3: objectText(pdf, 3).replace('300 300', '300 200') } });
  expect(verdictOn(changed(foreign(2)))).toEqual({ outcome: 'unknown', codes: ['several_revisions'] });
  expect(verdictOn(changed(foreign(1))).outcome).toBe('altered');
  // Bytes that were signed and changed in their place are proof as ever.
  const edited = Buffer.from(foreign(2).toString('latin1').replace('9 9 90 90 re', '9 9 90 99 re'), 'latin1');
  expect(verdictOn(edited)).toMatchObject({
    outcome: 'altered',
    codes: expect.arrayContaining(['content_changed']),
  });
});

it('a certificate of ours with an added revision stays altered, also behind a timestamp', async () => {
  const signer = createSigner({ id: 'own', material: await buildMaterial() });
  const pdf = Buffer.from(await signPdf(await buildDocument(new Random(5)), signer, buildFields()));
  const page = findObject(pdf, /\/Type \/Page\b(?!s)/);
  const objects = { [page]: objectText(pdf, page).replace('/MediaBox', '/Old true /MediaBox') };
  expect(verdictOn(appendRevision(pdf, { objects })).outcome).toBe('altered');
  expect(verdictOn(timestamped(pdf, { objects })).outcome).toBe('altered');
});

it('a signature of a format that is not understood is not validated by the rules of another', () => {
  const other = foreign(2).toString('latin1').replace('/ETSI.CAdES.detached', '/adbe.pkcs7.sha1    ');
  expect(verdictOn(Buffer.from(other, 'latin1'))).toEqual({
    outcome: 'unknown',
    codes: ['format_unsupported'],
  });
});
