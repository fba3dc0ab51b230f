import type { SignatureFields, Signer } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import { createSigner, generateSigningCertificate, verifyPdf } from '@sello/proof';
import { beforeAll, describe, expect, it } from 'vitest';
import { stamp } from '../src/index.ts';
import { buildRow, certificateOf, compileDesign } from './builders.ts';
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
    return certificateOf(await compileDesign(template.design), buildRow(), { signer, fields });
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

  it('adds at most 8 KiB (RSA 2048) or 10 KiB (RSA 4096) to the prefix', async () => {
    const compiled = await compileDesign(builtInTemplates('en')[0]?.design as never);
    const { tail, size } = await stamp(compiled, buildRow(), { signer, fields });
    expect(size).toBe(compiled.prefix.byteLength + tail.byteLength);
    expect(tail.byteLength).toBeLessThanOrEqual((algorithm === 'rsa-2048' ? 8 : 10) * 1024);
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
