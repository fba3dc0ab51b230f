import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { issue, pemOf, pkcs12, signsWith } from '../../tests/support/material.ts';
import { readUploadedCertificate } from './uploaded.ts';

const root = issue({ name: 'Root' });
const middle = issue({ name: 'Middle', issuer: root, ca: true });
const leaf = issue({ name: 'Leaf', issuer: middle });
const stranger = issue({ name: 'Stranger' });

const read = (content: string | Uint8Array, password?: string, fileName = 'signing.pem') =>
  readUploadedCertificate(typeof content === 'string' ? Buffer.from(content) : content, {
    fileName,
    ...(password !== undefined && { password }),
  });

describe('an uploaded certificate', () => {
  it('is read from PEM, and its chain is sorted', async () => {
    const material = await read(
      [root.pem, pemOf(leaf.key), leaf.pem, middle.pem, leaf.pem].join('some text\n'),
    );
    expect(signsWith(material)).toBe(true);
    expect(material.chain).toEqual([leaf.der, middle.der, root.der]);
    expect(material.subject).toBe('CN=Leaf');
    expect(material.selfSigned).toBe(false);
  });

  it.each(['aes256', '3des'] as const)('is read from a PKCS#12 file written with %s', async (cipher) => {
    const material = await read(pkcs12(leaf, [root, middle], 'secret', cipher), 'secret', 'signing.p12');
    expect(signsWith(material)).toBe(true);
    expect(material.chain).toEqual([leaf.der, middle.der, root.der]);
  });

  it('opens a protected PEM key with its password', async () => {
    const material = await read(leaf.pem + pemOf(leaf.key, 'contraseña'), 'contraseña');
    expect(signsWith(material)).toBe(true);
  });

  it('opens a PKCS#12 file that has no password', async () => {
    expect(signsWith(await read(pkcs12(leaf, [], ''), undefined, 'signing.pfx'))).toBe(true);
  });

  it.each([
    ['no password for PEM', leaf.pem + pemOf(leaf.key, 'x'), undefined, 'certificate_password_required'],
    ['a wrong password for PEM', leaf.pem + pemOf(leaf.key, 'x'), 'y', 'certificate_password_wrong'],
    ['no password for PKCS#12', pkcs12(leaf, [], 'x'), undefined, 'certificate_password_required'],
    ['a wrong password for PKCS#12', pkcs12(leaf, [], 'x'), 'y', 'certificate_password_wrong'],
    ['no key in PEM', leaf.pem, undefined, 'certificate_without_key'],
    ['no key in DER', leaf.der, undefined, 'certificate_without_key'],
    ["another certificate's key", leaf.pem + pemOf(stranger.key), undefined, 'certificate_key_mismatch'],
    ['a key but no certificate', pemOf(leaf.key), undefined, 'certificate_unreadable'],
    ['neither', 'hello', undefined, 'certificate_unreadable'],
    ['nothing', '', undefined, 'certificate_unreadable'],
    ['too much', new Uint8Array(1_048_577), undefined, 'certificate_unreadable'],
    [
      'a broken certificate',
      leaf.pem.replace(/\n.{20}/, '\nAAAA') + pemOf(leaf.key),
      undefined,
      'certificate_unreadable',
    ],
  ])('with %s is refused with an error of its own', async (_, content, password, code) => {
    await expect(read(content, password)).rejects.toMatchObject({ code });
  });

  it('outside its validity period is refused with the dates', async () => {
    const at = (day: string) => new Date(`${day}T00:00:00Z`);
    const old = issue({ name: 'Old', notBefore: at('2020-01-01'), notAfter: at('2021-01-01') });
    const early = issue({ name: 'Early', notBefore: at('2090-01-01'), notAfter: at('2091-01-01') });
    await expect(read(old.pem + pemOf(old.key))).rejects.toMatchObject({
      code: 'certificate_expired',
      details: { notAfter: '2021-01-01T00:00:00.000Z' },
    });
    await expect(read(early.pem + pemOf(early.key))).rejects.toMatchObject({
      code: 'certificate_not_yet_valid',
    });
  });

  it('with a key that is not RSA, or of an unsupported size, is refused', async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const odd = issue({ name: 'Odd', bits: 3072 });
    const code = 'certificate_algorithm_unsupported';
    await expect(read(leaf.pem + pemOf(privateKey))).rejects.toMatchObject({ code });
    await expect(read(odd.pem + pemOf(odd.key))).rejects.toMatchObject({ code });
  });

  it('with a certificate outside the chain is refused, and the missing issuer is named', async () => {
    await expect(read(leaf.pem + root.pem + pemOf(leaf.key))).rejects.toMatchObject({
      code: 'certificate_chain_broken',
      details: { missing: 'CN=Middle', outside: ['CN=Root'] },
    });
  });
});
