import { generateKeyPairSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { signMessage } from './sign.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { domain: 'certs.school.example', selector: 's1', privateKey };
const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;

const message = [
  'From: Escola Nova <certificates@certs.school.example>',
  'To: =?utf-8?q?Jos=C3=A9?= <jose@people.example>',
  'Subject: Your   certificate:',
  ' Conservation',
  'Date: Tue, 24 Nov 2026 10:00:00 +0000',
  'Message-ID: <1@sello.example>',
  'MIME-Version: 1.0',
  'Content-Type: text/plain; charset=utf-8',
  'Auto-Submitted: auto-generated',
  '',
  'Olá  José, \t ',
  '',
  'a.line',
  '',
  '',
].join('\r\n');

const signed = (text = message, chunk = 7) =>
  buffer(
    signMessage(
      Readable.from(text.match(new RegExp(`[^]{1,${chunk}}`, 'g')) ?? [], { objectMode: false }),
      key,
    ),
  );

/** What a library of another origin finds, asking only the record of the selector. */
async function verify(bytes: Buffer): Promise<string> {
  const { results } = await dkimVerify(bytes, {
    resolver: async (name: string) => {
      if (name === 's1._domainkey.certs.school.example') return [[record.slice(0, 255), record.slice(255)]];
      throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    },
  });
  return results[0]?.status.result ?? 'none';
}

describe('a signed message', () => {
  it('passes in another library, and is the same message behind its signature', async () => {
    const bytes = await signed();
    expect(await verify(bytes)).toBe('pass');
    expect(bytes.toString()).toContain(message);
    expect(bytes.toString().startsWith('DKIM-Signature: v=1;')).toBe(true);
    for (const line of bytes.toString().split('\r\n')) expect(line.length).toBeLessThan(200);
  });

  it('passes whatever chunks it comes in, without a body, and with one of many megabytes', async () => {
    for (const size of [1, 3, 64, 100_000]) expect(await verify(await signed(message, size))).toBe('pass');
    expect(await verify(await signed(message.slice(0, message.indexOf('\r\n\r\n') + 4)))).toBe('pass');
    const long = message + `${'y'.repeat(76)}\r\n`.repeat(4_000);
    expect(await verify(await signed(long, 65_536))).toBe('pass');
  });

  it('fails when its body, a signed field or the selector’s key is another, or a field is added', async () => {
    const text = (await signed()).toString();
    const changed = [
      text.replace('a.line', 'a.lime'),
      text.replace('Your   certificate', 'Your diploma'),
      text.replace('<jose@', '<other@'),
      text.replace('From: Escola', 'From: Mallory <m@evil.example>\r\nFrom: Escola'),
      text.replace('MIME-Version', 'Reply-To: m@evil.example\r\nMIME-Version'),
      text.replace('MIME-Version', 'Subject: Another\r\nMIME-Version'),
    ];
    for (const one of changed) {
      expect(one).not.toBe(text);
      expect(await verify(Buffer.from(one))).not.toBe('pass');
    }
  });

  it('ends with the error of the message that it reads', async () => {
    const broken = new Readable({ read() {} });
    broken.push(message.slice(0, 50));
    const reading = buffer(signMessage(broken, key));
    broken.destroy(new Error('the file has changed'));
    await expect(reading).rejects.toThrow('the file has changed');
  });
});
