import { describe, expect, it } from 'vitest';
import { certificatePem, createSigner, validatePdf } from '../src/index.ts';
import { brokenBaselineRules, signatureParts } from './support/baseline.ts';
import { buildDocument } from './support/documents.ts';
import {
  isInstalled,
  opensslComplaints,
  pdfsigComplaints,
  qpdfComplaints,
  validatedBy,
} from './support/external-tools.ts';
import { buildFields, buildMaterial, issue } from './support/material.ts';
import { Random } from './support/random.ts';
import { signPdf } from './support/sign-pdf.ts';

const random = new Random(7);

async function someSigned(algorithm: 'rsa-2048' | 'rsa-4096', fields = buildFields()) {
  const material = await buildMaterial(algorithm);
  const pdf = await signPdf(
    await buildDocument(random, random.between(1, 5)),
    createSigner({ id: 'signer', material }),
    fields,
  );
  return { pdf, material, signerDer: material.chain[0] ?? new Uint8Array() };
}

describe.each(['rsa-2048', 'rsa-4096'] as const)('a PDF signed with %s', (algorithm) => {
  it('is intact, with all facts of its signature', async () => {
    const fields = buildFields({ reason: 'Título (nível 2) >> /Evil true \\', signedAt: new Date() });
    const { pdf, material } = await someSigned(algorithm, fields);
    const verdict = validatePdf(pdf);
    expect(verdict).toMatchObject({ outcome: 'intact', reasons: [], size: pdf.length });
    expect(verdict.signature).toMatchObject({
      reason: fields.reason,
      location: fields.location,
      name: fields.name,
      contactInfo: fields.contactInfo,
      signer: { fingerprint: material.fingerprint, organization: 'Fundação Ação', selfSigned: true },
      algorithm: `${algorithm} sha256`,
      coversWholeFile: true,
      docMdp: 1,
      padesBaselineB: true,
    });
    expect(verdict.signature?.signedAt?.getTime()).toBe(Math.floor(fields.signedAt.getTime() / 1000) * 1000);
  });

  it('conforms to PAdES baseline B, checked with another library', async () => {
    expect(await brokenBaselineRules(await someSigned(algorithm))).toEqual([]);
  });

  it.skipIf(!isInstalled('pdfsig'))(
    `is valid and covers the whole file ${validatedBy('pdfsig')}`,
    async () => {
      expect(pdfsigComplaints((await someSigned(algorithm)).pdf)).toEqual([]);
    },
  );

  it.skipIf(!isInstalled('qpdf'))(`is well formed ${validatedBy('qpdf')}`, async () => {
    expect(qpdfComplaints((await someSigned(algorithm)).pdf)).toEqual([]);
  });

  it.skipIf(!isInstalled('openssl'))(`is a CAdES signature ${validatedBy('openssl')}`, async () => {
    const { pdf, material } = await someSigned(algorithm);
    const { cms, signedBytes } = signatureParts(pdf);
    expect(opensslComplaints(cms, signedBytes, certificatePem(material.chain))).toEqual([]);
  });
});

describe('a certificate with a chain', () => {
  const root = issue({ name: 'Root' });
  const middle = issue({ name: 'Middle', issuer: root, ca: true });
  const leaf = issue({ name: 'Leaf', issuer: middle });
  const signed = async (chain: Uint8Array[]) => {
    const privateKeyPkcs8 = leaf.key.export({ type: 'pkcs8', format: 'der' });
    const signer = createSigner({ id: 'chain', privateKeyPkcs8, chain });
    return signPdf(await buildDocument(random), signer, buildFields());
  };

  it('binds every certificate to the signature', async () => {
    const pdf = await signed([leaf.der, middle.der, root.der]);
    expect(validatePdf(pdf)).toMatchObject({
      outcome: 'intact',
      signature: { signer: { selfSigned: false } },
    });
    expect(await brokenBaselineRules({ pdf, signerDer: leaf.der })).toEqual([]);
  });

  it('may omit the root', async () => {
    expect(validatePdf(await signed([leaf.der, middle.der]))).toMatchObject({ outcome: 'intact' });
    expect(validatePdf(await signed([leaf.der]))).toMatchObject({ outcome: 'intact' });
  });

  it.skipIf(!isInstalled('openssl'))(`is accepted up to its root ${validatedBy('openssl')}`, async () => {
    for (const chain of [
      [leaf.der, middle.der, root.der],
      [leaf.der, middle.der],
    ]) {
      const { cms, signedBytes } = signatureParts(await signed(chain));
      expect(opensslComplaints(cms, signedBytes, root.pem)).toEqual([]);
    }
  });
});

describe('signing', () => {
  it('refuses a file that is not a PDF, and one that is signed already', async () => {
    const { pdf, material } = await someSigned('rsa-2048');
    const signer = createSigner({ id: 'signer', material });
    await expect(signPdf(Buffer.from('hello'), signer, buildFields())).rejects.toMatchObject({
      code: 'pdf_unreadable',
    });
    await expect(signPdf(pdf, signer, buildFields())).rejects.toMatchObject({ code: 'signing_failed' });
  });

  it('refuses a key that does not match the certificate', async () => {
    const { chain } = await buildMaterial();
    const { privateKeyPkcs8 } = await buildMaterial('rsa-2048', 'Somebody else');
    expect(() => createSigner({ id: 'x', privateKeyPkcs8, chain })).toThrow(
      expect.objectContaining({ code: 'certificate_key_mismatch' }),
    );
  });

  it('does not mix up signatures that are made concurrently', async () => {
    const signer = createSigner({ id: 'signer', material: await buildMaterial() });
    const documents = await Promise.all(Array.from({ length: 20 }, () => buildDocument(random)));
    const signed = await Promise.all(documents.map((document) => signPdf(document, signer, buildFields())));
    expect(signed.map((pdf) => validatePdf(pdf).outcome)).toEqual(documents.map(() => 'intact'));
  });
});
