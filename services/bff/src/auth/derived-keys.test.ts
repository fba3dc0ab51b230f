import { randomBytes } from 'node:crypto';
import { readConfig } from '@sello/kit';
import { expect, it } from 'vitest';
import { variables } from '../config.ts';
import { createLinks } from '../links.ts';
import type { MasterKeys } from './derived-keys.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createSealedCookie } from './tokens.ts';

const newKey = () => randomBytes(32).toString('base64');
const keysOf = (value: string): MasterKeys =>
  readConfig({ MASTER_KEY: variables.MASTER_KEY }, { MASTER_KEY: value }).MASTER_KEY.reveal();

it('a new master key before the old one ends no session, link or sign-in; without the old one all end', async () => {
  const [old, next] = [newKey(), newKey()];
  const sessionId = 'c'.repeat(24);
  const claim = { tenantId: 'a'.repeat(24), batchId: 'b'.repeat(24) };
  const certId = '0'.repeat(26);
  const madeWith = async (keys: MasterKeys) => {
    const links = createLinks('https://sello.example', keys);
    return {
      handle: createRefreshTokens(keys).write('handle', sessionId, 3),
      download: new URL(links.download(claim, 'x.zip')).pathname.split('/')[2]!,
      staff: new URL(links.certificate(certId, { staff: true })).searchParams.get('staff')!,
      cookie: await createSealedCookie(keys, 'sign-in').seal({ state: 's' }, 60),
    };
  };
  const acceptedBy = async (keys: MasterKeys, made: Awaited<ReturnType<typeof madeWith>>) => {
    const links = createLinks('https://sello.example', keys);
    return [
      createRefreshTokens(keys).read('handle', made.handle)?.sessionId === sessionId,
      links.readDownload(made.download).kind === 'valid',
      links.readStaff(certId, made.staff),
      (await createSealedCookie(keys, 'sign-in').open(made.cookie)) !== undefined,
    ];
  };
  const all = [true, true, true, true];
  const none = [false, false, false, false];
  const [before, between, after] = [keysOf(old), keysOf(`${next},${old}`), keysOf(next)];
  expect(await acceptedBy(between, await madeWith(before))).toEqual(all);
  expect(await acceptedBy(after, await madeWith(between))).toEqual(all);
  expect(await acceptedBy(after, await madeWith(before))).toEqual(none);
});

it('refuses a master key that is too short, also as one of several, and does not print it', () => {
  const short = randomBytes(31).toString('base64');
  for (const value of [
    short,
    `${newKey()},${short}`,
    `${newKey()},`,
    ',',
    `${newKey()};${newKey()}`,
    `${newKey()} ${newKey()}`,
    `${newKey()}\n${newKey()}`,
  ]) {
    expect(() => keysOf(value)).toThrow('must be 32 random bytes or more in base 64');
    expect(() => keysOf(value)).not.toThrow(short);
  }
});
