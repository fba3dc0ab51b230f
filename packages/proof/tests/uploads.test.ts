import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUploadedCertificate } from '../src/index.ts';
import { isInstalled, runTool, validatedBy, withFiles } from './support/external-tools.ts';
import { issue, pemOf, signsWith } from './support/material.ts';

const root = issue({ name: 'Root' });
const leaf = issue({ name: 'Leaf', issuer: root });
const files = { 'key.pem': pemOf(leaf.key), 'leaf.pem': leaf.pem, 'root.pem': root.pem };

/** Runs an openssl command on the files above. */
const made = (command: string, ...more: string[]): Buffer =>
  withFiles(files, (folder) => {
    const { status, text } = runTool('openssl', [...command.split(' '), ...more, '-out', 'out'], folder);
    if (status !== 0) throw new Error(text);
    return readFileSync(join(folder, 'out'));
  });

describe.skipIf(!isInstalled('openssl'))(`a file written ${validatedBy('openssl')}`, () => {
  const exported = 'pkcs12 -export -inkey key.pem -in leaf.pem -certfile root.pem';

  it.each([
    ['with the ciphers of today', ''],
    ['with triple DES', ' -certpbe PBE-SHA1-3DES -keypbe PBE-SHA1-3DES -macalg sha1'],
    ['with SHA-512 and many rounds', ' -macalg sha512 -iter 20000'],
    ['with open certificates', ' -certpbe NONE'],
    ['without a checksum', ' -nomac'],
  ])('is opened with a password with accents, %s', async (_, settings) => {
    const password = 'contraseña-日本';
    const bytes = made(exported + settings, '-passout', `pass:${password}`);
    const material = await readUploadedCertificate(bytes, { fileName: 'a.p12', password });
    expect(signsWith(material)).toBe(true);
    expect(material.chain).toEqual([leaf.der, root.der]);
    const wrong = readUploadedCertificate(bytes, { fileName: 'a.p12', password: 'contrasena' });
    await expect(wrong).rejects.toMatchObject({
      code: expect.stringMatching(settings.includes('nomac') ? /unreadable|wrong/ : /wrong/),
    });
  });

  it('is opened when its PEM key has the traditional encryption', async () => {
    const key = made('rsa -traditional -aes256 -in key.pem', '-passout', 'pass:secret');
    expect(key.toString()).toContain('Proc-Type: 4,ENCRYPTED');
    const bytes = Buffer.concat([key, Buffer.from(leaf.pem)]);
    expect(signsWith(await readUploadedCertificate(bytes, { fileName: 'a.pem', password: 'secret' }))).toBe(
      true,
    );
    await expect(readUploadedCertificate(bytes, { fileName: 'a.pem' })).rejects.toMatchObject({
      code: 'certificate_password_required',
    });
  });

  it('without a key is refused as such, in PEM, DER or PKCS#12', async () => {
    const bare = [made('x509 -in leaf.pem -outform DER'), made('x509 -in leaf.pem')];
    const packed = made('pkcs12 -export -nokeys -in leaf.pem', '-passout', 'pass:x');
    for (const bytes of [...bare, packed]) {
      await expect(
        readUploadedCertificate(bytes, { fileName: 'a.cer', password: 'x' }),
      ).rejects.toMatchObject({
        code: 'certificate_without_key',
      });
    }
  });

  it('with a key that is not RSA is refused as such', async () => {
    const bytes = withFiles({}, (folder) => {
      const request =
        'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=EC -keyout k.pem -out c.pem';
      runTool('openssl', request.split(' '), folder);
      runTool('openssl', 'pkcs12 -export -inkey k.pem -in c.pem -passout pass:x -out out'.split(' '), folder);
      return readFileSync(join(folder, 'out'));
    });
    await expect(readUploadedCertificate(bytes, { fileName: 'ec.p12', password: 'x' })).rejects.toMatchObject(
      {
        code: 'certificate_algorithm_unsupported',
      },
    );
  });

  it('with too many native iterations of key derivation is refused before they start', async () => {
    const encrypted = made(
      'pkcs8 -topk8 -in key.pem -v2 aes-256-cbc -iter 70000 -outform DER',
      '-passout',
      'pass:x',
    );
    const rounds = encrypted.indexOf(Buffer.from('0203011170', 'hex'));
    expect(rounds).toBeGreaterThan(0);
    // Replaces 70,000 iterations by 16,777,215.
    encrypted.write('0203ffffff', rounds, 'hex');
    const key = `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${encrypted.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
    const refused = readUploadedCertificate(Buffer.from(key + leaf.pem), {
      fileName: 'a.pem',
      password: 'x',
    });
    await expect(refused).rejects.toMatchObject({
      code: 'certificate_unreadable',
      details: { why: 'it asks for too many rounds of key derivation' },
    });
  });

  it('with endless iterations of key derivation times out', async () => {
    const bytes = made(`${exported} -iter 70000`, '-passout', 'pass:x');
    const rounds = Buffer.from('0203011170', 'hex');
    expect(bytes.indexOf(rounds)).toBeGreaterThan(0);
    for (let at = bytes.indexOf(rounds); at >= 0; at = bytes.indexOf(rounds))
      bytes.write('02037fffff', at, 'hex');
    await expect(
      readUploadedCertificate(bytes, { fileName: 'slow.p12', password: 'x', budgetMs: 500 }),
    ).rejects.toMatchObject({
      code: 'certificate_unreadable',
      details: { why: 'it takes too long to open' },
    });
  });
});
