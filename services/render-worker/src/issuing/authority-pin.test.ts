import { X509Certificate } from 'node:crypto';
import type { Logger } from '@sello/kit';
import { certificatePem, fingerprintOf, generateSigningCertificate } from '@sello/proof';
import type { TimestampAuthorities, TimestampAuthorityRecord } from '@sello/store';
import { expect, it, vi } from 'vitest';
import { createAuthorityPin } from './authority-pin.ts';

const certificate = async () => {
  const params = { reason: '', location: '', contactInfo: '', name: 'Time' };
  const { chain } = await generateSigningCertificate({ algorithm: 'rsa-2048', organization: 'Time', params });
  return chain[0]!;
};

it('pins the first authority of an address once, and logs a different one', async () => {
  let stands: TimestampAuthorityRecord | undefined;
  const pin = vi.fn<TimestampAuthorities['pin']>(async (_url, given) => {
    stands ??= { _id: 'address', host: 'tsa.example', pinnedAt: new Date(), ...given };
    return stands;
  });
  const error = vi.fn();
  const store = { timestampAuthorities: { pin, list: async () => (stands ? [stands] : []) } };
  const note = createAuthorityPin(store, 'https://tsa.example/', { error } as unknown as Logger);
  const [first, other] = [await certificate(), await certificate()];
  await Promise.all([note(first), note(first)]);
  await note(first);
  expect(pin).toHaveBeenCalledTimes(1);
  expect(stands).toMatchObject({
    fingerprint: fingerprintOf(new X509Certificate(first)),
    pem: certificatePem([first]),
  });
  expect(error).not.toHaveBeenCalled();
  await note(other);
  expect(error).toHaveBeenCalledTimes(1);
});

it('retries after the database was unavailable', async () => {
  const pin = vi.fn<TimestampAuthorities['pin']>().mockRejectedValueOnce(new Error('away'));
  pin.mockImplementation(async (_url, given) => ({ _id: '', host: '', pinnedAt: new Date(), ...given }));
  const store = { timestampAuthorities: { pin, list: async () => [] } };
  const note = createAuthorityPin(store, 'https://tsa.example/', { error: vi.fn() } as unknown as Logger);
  const only = await certificate();
  await expect(note(only)).rejects.toThrow('away');
  await note(only);
  expect(pin).toHaveBeenCalledTimes(2);
});
