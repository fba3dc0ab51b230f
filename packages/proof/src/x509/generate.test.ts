import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isInstalled, runTool, validatedBy, withFiles } from '../../tests/support/external-tools.ts';
import { buildFields, buildMaterial, signsWith } from '../../tests/support/material.ts';
import { generateSigningCertificate } from './generate.ts';
import { certificatePem } from './material.ts';

const { signedAt: _, ...params } = buildFields();

describe('a generated signing certificate', () => {
  it('signs with its own key and is self-signed', async () => {
    const material = await buildMaterial();
    expect(signsWith(material)).toBe(true);
    expect(material.selfSigned).toBe(true);
    expect(material.algorithm).toBe('rsa-2048');
  });

  it('keeps accents in names', async () => {
    const { subject } = await buildMaterial();
    expect(subject).toBe('CN=Taller Ñandú, O=Fundação Ação, L=São Paulo');
  });

  it('truncates long names to the upper bounds of RFC 5280 without splitting a character', async () => {
    const material = await generateSigningCertificate({
      algorithm: 'rsa-2048',
      organization: '𝒜'.repeat(100),
      params: { ...params, name: 'é'.repeat(100) },
    });
    expect(material.subject).toContain(`CN=${'é'.repeat(64)},`);
    expect(material.subject).toContain(`O=${'𝒜'.repeat(64)},`);
  });

  it('may sign documents and is not a CA', async () => {
    const { chain } = await buildMaterial();
    const certificate = new X509Certificate(chain[0] ?? '');
    expect(certificate.ca).toBe(false);
    expect(certificate.keyUsage).toContain('1.3.6.1.5.5.7.3.36');
    expect(certificate.subjectAltName).toBe('email:registro@taller.example');
  });

  it.skipIf(!isInstalled('openssl'))(
    `has the profile of a certificate that signs documents, its names in UTF-8, ${validatedBy('openssl')}`,
    async () => {
      const { chain } = await buildMaterial();
      withFiles({ 'certificate.pem': certificatePem(chain) }, (folder) => {
        const openssl = (args: string) => runTool('openssl', args.split(' '), folder).text;
        const strictly = '-x509_strict -check_ss_sig -CAfile certificate.pem certificate.pem';
        expect(openssl(`verify ${strictly}`)).toContain('certificate.pem: OK');
        const text = openssl('x509 -in certificate.pem -noout -text');
        expect(text).toMatch(/Version: 3/);
        expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/);
        expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/);
        expect(text).toMatch(/Subject Key Identifier:\s+([0-9A-F]{2}:){19}/);
        const strings = openssl('asn1parse -in certificate.pem').match(/(\w+STRING) +:.*[^ -~].*/g);
        // Issuer and subject have three attributes each.
        expect(strings).toHaveLength(6);
        for (const name of strings ?? []) expect(name).toMatch(/^UTF8STRING/);
      });
    },
  );

  it('does not block the event loop while its key is made', async () => {
    let turns = 0;
    const counting = setInterval(() => turns++, 1);
    // Three keys, because one alone may be found at once.
    const request = { algorithm: 'rsa-2048', organization: 'Academia', params } as const;
    await Promise.all([1, 2, 3].map(() => generateSigningCertificate(request)));
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  it('is valid for three years by default', async () => {
    const now = new Date('2026-11-20T06:00:00.500Z');
    const material = await generateSigningCertificate({
      algorithm: 'rsa-2048',
      organization: '',
      params,
      now,
    });
    // Five minutes earlier, because the clocks of other machines may be behind.
    expect(material.notBefore).toEqual(new Date('2026-11-20T05:55:00Z'));
    expect(material.notAfter).toEqual(new Date('2029-11-20T06:00:00Z'));
  });

  it('is exported as PEM without its key', async () => {
    const material = await buildMaterial();
    const pem = certificatePem(material.chain);
    expect(pem).not.toContain('PRIVATE');
    expect(new X509Certificate(pem).serialNumber).toBe(material.serial);
  });
});
