import type { SignatureFields, Signer } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import { createSigner, generateSigningCertificate, verifyPdf } from '@sello/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { stamp } from '../src/index.ts';
import { buildSampleRow, certificateOf, compileDesign } from './builders.ts';
import { isInstalled, run, structureFaults } from './outside-tools.ts';

const fields: SignatureFields = {
  name: 'Instituto “Ñandú”',
  reason: 'Issued (by) us \\) /Type',
  location: 'Lima > Perú',
  contactInfo: 'mailto:studies@cordillera.example',
  signedAt: new Date(),
};

describe.each(['rsa-2048', 'rsa-4096'] as const)('a certificate signed with %s', (algorithm) => {
  let signer: Signer;
  beforeAll(async () => {
    const material = await generateSigningCertificate({
      algorithm,
      organization: 'Instituto Ñandú',
      params: fields,
    });
    signer = createSigner({ id: 'test', material });
  });

  const make = async () => {
    const template = builtInTemplates('es')[0];
    if (!template) throw new Error('no template');
    const row = buildSampleRow(template.design);
    return certificateOf(await compileDesign(template.design), row, { signer, fields });
  };

  it('is intact, covers the whole file and has the fields of the signing form', async () => {
    const verdict = await verifyPdf(await make());
    expect(verdict).toMatchObject({
      outcome: 'intact',
      signature: {
        coversWholeFile: true,
        docMdp: 1,
        name: fields.name,
        reason: fields.reason,
        location: fields.location,
        contactInfo: fields.contactInfo,
      },
    });
  });

  it('adds at most 5 KiB to the prefix, and its signature at most 4 KiB (RSA 2048) or 5.5 KiB (RSA 4096) more', async () => {
    const { design } = builtInTemplates('en')[0]!;
    const compiled = await compileDesign(design);
    const row = buildSampleRow(design);
    const { tail, size } = await stamp(compiled, row, { signer, fields });
    expect(size).toBe(compiled.prefix.byteLength + tail.byteLength);
    const unsigned = await stamp(compiled, row);
    expect(unsigned.tail.byteLength).toBeLessThanOrEqual(5 * 1024);
    const ofSignature = tail.byteLength - unsigned.tail.byteLength;
    expect(ofSignature).toBeLessThanOrEqual((algorithm === 'rsa-2048' ? 4 : 5.5) * 1024);
  });

  it.skipIf(!isInstalled('pdfsig'))('is valid for pdfsig, and the total document is signed', async () => {
    const report = run('pdfsig', await make());
    expect(report).toContain('Signature is Valid');
    expect(report).toContain('Total document signed');
    expect(report).toContain('ETSI.CAdES.detached');
  });

  it.skipIf(!isInstalled('qpdf'))('has a valid structure for qpdf', async () => {
    expect(structureFaults(await make())).toBe('');
  });
});
