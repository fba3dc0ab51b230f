// Forgeries of the CMS, and ambiguous documents by their own signer: every part of the CMS and of the form is omitted,
// duplicated or exchanged.
import type { ReasonCode } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { octetString, oid } from '../src/asn1/der-write.ts';
import { OID } from '../src/asn1/oids.ts';
import { validatePdf } from '../src/index.ts';
import {
  attribute,
  type CmsParts,
  customCms,
  customSigner,
  keyAndCertificate,
  looseSignature,
} from './support/custom-cms.ts';
import { buildDocument } from './support/documents.ts';
import { buildFields, buildMaterial, issue } from './support/material.ts';
import { Random } from './support/random.ts';
import { rawPdf } from './support/raw-pdf.ts';
import { signPdf } from './support/sign-pdf.ts';

const random = new Random(4);
const codes = (bytes: Uint8Array): ReasonCode[] => validatePdf(bytes).reasons.map(({ code }) => code);

describe('a forged CMS', () => {
  const stranger = issue({ name: 'Stranger' });
  const forged = async (
    change: (own: Pick<CmsParts, 'key' | 'certificate'>, digest: Uint8Array) => Partial<CmsParts>,
  ) => {
    const own = keyAndCertificate(await buildMaterial());
    const signer = customSigner((digest) => customCms(digest, { ...own, ...change(own, digest) }));
    return signPdf(await buildDocument(random), signer, buildFields());
  };
  const elsewhere = Buffer.alloc(32, 7);

  it('is intact when nothing is changed, which proves the builder', async () => {
    expect(validatePdf(await forged(() => ({})))).toMatchObject({ outcome: 'intact', reasons: [] });
  });

  it.each<[string, ReasonCode, Parameters<typeof forged>[0]]>([
    [
      'that encloses its content',
      'enclosed_content',
      () => ({ content: Buffer.from('the original content') }),
    ],
    ['with two signers', 'several_signers', () => ({ signers: (signer) => [signer, signer] })],
    ['with no signer', 'several_signers', () => ({ signers: () => [] })],
    ['without signed attributes', 'attributes_missing', () => ({ withoutAttributes: true })],
    [
      'without the digest among its attributes',
      'attributes_missing',
      () => ({ attributes: [attribute(OID.contentType, oid(OID.data))] }),
    ],
    [
      'over another content type',
      'attributes_wrong',
      (_, digest) => ({
        attributes: [
          attribute(OID.contentType, oid(OID.tstInfo)),
          attribute(OID.messageDigest, octetString(digest)),
        ],
      }),
    ],
    ['that names no certificate', 'certificate_unbound', () => ({ bound: null })],
    ['that names another certificate', 'certificate_swapped', () => ({ bound: stranger.der })],
    [
      'under a certificate of the same key and another name',
      'certificate_swapped',
      ({ key, certificate }) => ({
        certificate: issue({ name: 'Famous Name', key }).der,
        bound: certificate,
      }),
    ],
    ["with a stranger's certificate", 'signature_invalid', () => ({ certificate: stranger.der })],
    ['that omits its certificate', 'certificate_missing', () => ({ certificates: [] })],
    [
      'with a certificate outside the chain',
      'chain_unproven',
      ({ certificate }) => ({ certificates: [certificate, stranger.der] }),
    ],
    ['that names two digest algorithms', 'digest_algorithms_differ', () => ({ digestAlgorithm: OID.sha512 })],
    [
      'whose signer names another digest algorithm',
      'digest_algorithms_differ',
      () => ({ signerDigestAlgorithm: OID.sha384 }),
    ],
    [
      'with SHA-1',
      'algorithm_unsupported',
      () => ({ digestAlgorithm: OID.sha1, signerDigestAlgorithm: OID.sha1 }),
    ],
    [
      'with an unknown algorithm',
      'algorithm_unsupported',
      () => ({ signatureAlgorithm: '1.2.840.113549.1.1.4' }),
    ],
    [
      'with bytes after the digest in the RSA block',
      'signature_invalid',
      ({ key }) => ({ signature: (bytes) => looseSignature(key, bytes) }),
    ],
    ['with no signature', 'signature_invalid', () => ({ signature: () => Buffer.alloc(0) })],
    ['with a signature of zeros', 'signature_invalid', () => ({ signature: () => Buffer.alloc(256) })],
    [
      'with unknown unsigned attributes',
      'format_unsupported',
      () => ({ unsigned: [attribute('1.2.3.4', oid(OID.data))] }),
    ],
    [
      'with a malformed timestamp',
      'timestamp_invalid',
      () => ({ unsigned: [attribute(OID.timeStampToken, oid(OID.data))] }),
    ],
    [
      'over other bytes',
      'content_changed',
      () => ({
        attributes: [
          attribute(OID.contentType, oid(OID.data)),
          attribute(OID.messageDigest, octetString(elsewhere)),
        ],
      }),
    ],
  ])('%s is refused', async (_, code, change) => {
    const bytes = await forged(change);
    expect(codes(bytes)).toContain(code);
    expect(validatePdf(bytes).outcome).not.toBe('intact');
  });

  it('with a key of 1,024 bits is refused', async () => {
    const weak = issue({ name: 'Weak', bits: 1024 });
    expect(codes(await forged(() => ({ key: weak.key, certificate: weak.der })))).toContain(
      'algorithm_unsupported',
    );
  });

  it('with an expired certificate is refused', async () => {
    const old = issue({ name: 'Old', notBefore: new Date('2020-01-01'), notAfter: new Date('2021-01-01') });
    const bytes = await forged(() => ({ key: old.key, certificate: old.der }));
    expect(validatePdf(bytes)).toMatchObject({
      outcome: 'unknown',
      reasons: [{ code: 'signed_outside_validity' }],
    });
  });
});

describe('a document that its own signer made ambiguous', () => {
  const signed = async (objects: Record<number, string>, end = '') => {
    const own = keyAndCertificate(await buildMaterial());
    return rawPdf({ objects, end }, (digest) => customCms(digest, own));
  };
  const catalogWith = (fields: string, perms = '/Perms <</DocMDP 6 0 R>>') =>
    `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields ${fields} /SigFlags 3>> ${perms}>>`;

  it('is intact when nothing is changed, which proves the builder', async () => {
    expect(validatePdf(await signed({}))).toMatchObject({ outcome: 'intact', reasons: [] });
  });

  it.each<[string, ReasonCode, Record<number, string>, string?]>([
    [
      'by two fields on one signature',
      'several_fields',
      { 1: catalogWith('[5 0 R 7 0 R]'), 7: '<</FT /Sig /T (b) /V 6 0 R>>' },
    ],
    [
      'by a field outside the form on the same signature',
      'several_fields',
      { 7: '<</FT /Sig /T (b) /V 6 0 R>>' },
    ],
    ['by a form without the field', 'signature_without_field', { 1: catalogWith('[]') }],
    [
      'by fields that contain each other',
      'signature_without_field',
      { 1: catalogWith('[7 0 R]'), 7: '<</Kids [7 0 R 8 0 R]>>', 8: '<</Kids [7 0 R]>>' },
    ],
    [
      'by a second signature',
      'several_signatures',
      { 7: '<</Type /Sig /Contents <00> /ByteRange [0 1 2 3]>>' },
    ],
    [
      'by a signature inside another object',
      'several_signatures',
      { 7: '<</A [<</ByteRange [0 1 2 3]>>]>>' },
    ],
    [
      'by a certification of something else',
      'certification_unclear',
      { 1: catalogWith('[5 0 R]', '/Perms <</DocMDP 5 0 R>>') },
    ],
    [
      'by a certification that the signature does not make',
      'certification_unclear',
      { 1: catalogWith('[5 0 R]', '') },
    ],
    [
      'by a second cross-reference',
      'several_revisions',
      { 7: '<</Length 9>>\nstream\nstartxref\nendstream' },
    ],
    ['by bytes behind its end', 'bytes_after_end', {}, 'PK'],
    ['by a second end', 'bytes_after_end', {}, '\n%%EOF\n%%EOF\n'],
  ])('%s is refused', async (_, code, objects, end) => {
    const bytes = await signed(objects, end);
    expect(codes(bytes)).toContain(code);
    expect(validatePdf(bytes).outcome).not.toBe('intact');
  });
});
