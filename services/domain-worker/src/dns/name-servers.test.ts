import { expect, it } from 'vitest';
import { createNameServers } from './name-servers.ts';

it('asks each server once, however its address is written: two of them have to agree', () => {
  expect(createNameServers(['192.0.2.1', '192.0.2.1:53', '192.0.2.1:053'])).toHaveLength(1);
  expect(createNameServers(['2001:db8::1', '[2001:db8::1]', '[2001:DB8:0::1]:53'])).toHaveLength(1);
  expect(createNameServers(['192.0.2.1', '192.0.2.1:5353', '192.0.2.2'])).toHaveLength(3);
});
