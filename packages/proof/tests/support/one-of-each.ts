// One file for every reason of a verdict. A new reason does not compile until a file is made that has it.
import { sign } from 'node:crypto';
import type { ReasonCode } from '@sello/contracts';
import { PDFDocument, PDFString } from 'pdf-lib';
import { integer, octetString, oid, sequence } from '../../src/asn1/der-write.ts';
import { OID } from '../../src/asn1/oids.ts';
import { timeStampAttribute } from '../../src/cms/build.ts';
import { createSigner, type SigningMaterial } from '../../src/index.ts';
import { attribute, type CmsParts, customCms, customSigner, keyAndCertificate } from './custom-cms.ts';
import { timestamped } from './document-timestamps.ts';
import { buildFields, issue } from './material.ts';
import { rawPdf } from './raw-pdf.ts';
import { appendRevision, findObject, objectText, trailerOf } from './revisions.ts';
import { rewriteContents, rewritings } from './rewritings.ts';
import { signPdf } from './sign-pdf.ts';
import { testAuthority } from './test-authority.ts';

/** The reasons that a file of ordinary size can have. `too_large` needs one of more than 48 MiB. */
export type MadeReason = Exclude<ReasonCode, 'too_large'>;

type Make = () => Promise<Uint8Array> | Uint8Array;

/**
 * Makes a file for each reason. Files of the platform are signed with `material` and name `certId`; the one of
 * `signature_not_issued` has that reason only when another file was issued under that number.
 */
export async function oneOfEach(
  material: SigningMaterial,
  certId: string,
): Promise<Record<MadeReason, Make>> {
  const own = keyAndCertificate(material);
  const stranger = issue({ name: 'Stranger' });
  const old = issue({ name: 'Old', notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') });
  const lasting = issue({
    name: 'Lasting',
    notBefore: new Date('2015-01-01'),
    notAfter: new Date('2040-01-01'),
  });
  const digestOf = (digest: Uint8Array) => attribute(OID.messageDigest, octetString(digest));
  const contentType = attribute(OID.contentType, oid(OID.data));

  async function plain(): Promise<Uint8Array> {
    const document = await PDFDocument.create({ updateMetadata: false });
    document.addPage([200, 100]);
    const { context } = document;
    context.trailerInfo.Info = context.register(context.obj({ SelloCertificate: PDFString.of(certId) }));
    return document.save({ useObjectStreams: false });
  }
  const signed = async (fields = buildFields()) =>
    Buffer.from(await signPdf(await plain(), createSigner({ id: 'signer', material }), fields));
  const forged = async (change: (digest: Uint8Array) => Partial<CmsParts>) =>
    signPdf(
      await plain(),
      customSigner((digest) => customCms(digest, { ...own, ...change(digest) })),
      buildFields(),
    );
  const raw = (objects: Record<number, string>, end = '') =>
    rawPdf({ objects, end }, (digest) => customCms(digest, own));
  const catalogWith = (fields: string, perms = '/Perms <</DocMDP 6 0 R>>') =>
    `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields ${fields} /SigFlags 3>> ${perms}>>`;
  const edited = (bytes: Uint8Array, edit: (text: string) => string) =>
    Buffer.from(edit(Buffer.from(bytes).toString('latin1')), 'latin1');
  /** Puts a text into the place of another of the same length, so that all offsets stay. */
  const inPlace = (bytes: Uint8Array, pattern: RegExp, by: string) =>
    edited(bytes, (text) => text.replace(pattern, (found) => by.padEnd(found.length)));

  /** Stamped by an authority that states this time. */
  const stamped = async (time: Date) => {
    const parts = { key: lasting.key, certificate: lasting.der };
    const make = (digest: Uint8Array) => {
      let value = Buffer.alloc(0);
      customCms(digest, { ...parts, signature: (bytes) => (value = sign('sha256', bytes, lasting.key)) });
      const authority = testAuthority({
        notBefore: new Date('2015-01-01'),
        notAfter: new Date('2040-01-01'),
      });
      return customCms(digest, { ...parts, unsigned: [timeStampAttribute(authority.token(value, time))] });
    };
    return signPdf(await plain(), customSigner(make), buildFields());
  };

  return {
    no_signature: plain,
    content_changed: async () => edited(await signed(), (text) => text.replace('/P 1', '/P 3')),
    signature_invalid: () => forged(() => ({ signature: () => Buffer.alloc(256) })),
    not_whole_file: async () => {
      const pdf = await signed();
      const page = findObject(pdf, /\/Type \/Page\b(?!s)/);
      return appendRevision(pdf, { objects: { [page]: objectText(pdf, page).replace('200', '300') } });
    },
    gap_not_signature: () => edited(raw({}), (text) => text.replace(/00>/, '0g>')),
    bytes_after_end: () => raw({}, 'PK'),
    signature_incomplete: async () =>
      inPlace(await signed(), /\/ByteRange \[[^\]]*\]/, '/ByteRange [0 9 9 9] /ByteRange [0 9 9 9]'),
    signature_without_field: () => raw({ 1: catalogWith('[]') }),
    several_fields: () => raw({ 1: catalogWith('[5 0 R 7 0 R]'), 7: '<</FT /Sig /T (b) /V 6 0 R>>' }),
    enclosed_content: () => forged(() => ({ content: Buffer.from('the original content') })),
    several_signers: () => forged(() => ({ signers: (signer) => [signer, signer] })),
    attributes_missing: () => forged(() => ({ withoutAttributes: true })),
    attributes_wrong: () =>
      forged((digest) => ({ attributes: [attribute(OID.contentType, oid(OID.tstInfo)), digestOf(digest)] })),
    digest_algorithms_differ: () => forged(() => ({ digestAlgorithm: OID.sha512 })),
    certificate_missing: () => forged(() => ({ certificates: [] })),
    certificate_swapped: () => forged(() => ({ bound: stranger.der })),
    signature_rewritten: async () => {
      const rewrite = rewritings['the signature algorithm without parameters']!;
      return rewriteContents(await signed(), rewrite, () => new Uint8Array())!;
    },
    signature_not_issued: () => signed(buildFields({ reason: 'Another file of the same signer' })),
    timestamp_invalid: () => forged(() => ({ unsigned: [attribute(OID.timeStampToken, oid(OID.data))] })),
    resaved: async () => {
      // All objects move by the length of a comment, with a cross-reference that follows them.
      const text = raw({}).toString('latin1').replace('\n', '\n% saved again\n');
      const moved = text.replace(
        /(\d{10}) 00000 n/g,
        (_, at: string) => `${String(Number(at) + 14).padStart(10, '0')} 00000 n`,
      );
      return Buffer.from(
        moved.replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + 14}`),
        'latin1',
      );
    },
    not_a_pdf: () => Buffer.from('a letter'),
    unreadable: () => Buffer.from('%PDF-1.7\nnothing else'),
    encrypted: () => edited(raw({}), (text) => text.replace('/Root 1 0 R>>', '/Root 1 0 R /Encrypt 1 0 R>>')),
    too_complex: () => raw({ 7: `${'['.repeat(100)}${']'.repeat(100)}` }),
    several_revisions: () => raw({ 7: '<</Length 9>>\nstream\nstartxref\nendstream' }),
    several_signatures: () => raw({ 7: '<</Type /Sig /Contents <00> /ByteRange [0 1 2 3]>>' }),
    signature_unreadable: async () =>
      edited(await signed(), (text) => text.replace(/(\/Contents <)[0-9a-f]{8}/, '$1deadbeef')),
    signature_hidden: async () => {
      const pdf = await signed();
      const catalog = findObject(pdf, /\/Type \/Catalog/);
      const signature = findObject(pdf, /\/Type ?\/Sig\b/);
      const pages = /\/Pages (\d+ 0 R)/.exec(objectText(pdf, catalog))![1];
      const bare = `<</Type /Catalog /Pages ${pages}>>`;
      const { size } = trailerOf(pdf);
      return appendRevision(pdf, { objects: { [catalog]: bare, [signature]: 'null' }, size });
    },
    format_unsupported: () => forged(() => ({ unsigned: [attribute('1.2.3.4', oid(OID.data))] })),
    algorithm_unsupported: () =>
      forged(() => ({ digestAlgorithm: OID.sha1, signerDigestAlgorithm: OID.sha1 })),
    certificate_unreadable: () => forged(() => ({ certificates: [own.certificate, sequence(integer(1))] })),
    certificate_unbound: () => forged((digest) => ({ attributes: [contentType, digestOf(digest)] })),
    chain_unproven: () => forged(() => ({ certificates: [own.certificate, stranger.der] })),
    certification_unclear: () => raw({ 1: catalogWith('[5 0 R]', '') }),
    signed_outside_validity: () => forged(() => ({ key: old.key, certificate: old.der })),
    times_contradict: () => stamped(new Date(Date.now() - 400 * 86_400_000)),
    document_timestamp: () => timestamped(raw({})),
    signed_in_future: () => signed(buildFields({ signedAt: new Date(Date.now() + 3 * 86_400_000) })),
  };
}
