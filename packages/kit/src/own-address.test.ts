import { expect, it } from 'vitest';
import { ownAddress } from './own-address.ts';

it('is the address of this machine among those of a name', async () => {
  // As Docker's resolver answers for a service of three instances; 192.0.2.0/24 is nobody's (RFC 5737).
  expect(await ownAddress('bff', async () => ['192.0.2.7', '127.0.0.1', '192.0.2.9'])).toBe('127.0.0.1');
  expect(await ownAddress('127.0.0.2')).toBe('127.0.0.2');
  await expect(ownAddress('bff', async () => ['192.0.2.7', '192.0.2.9'])).rejects.toThrow(
    'None of the addresses of bff is this machine',
  );
});
