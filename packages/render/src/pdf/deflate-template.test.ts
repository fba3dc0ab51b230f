import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { deflateTemplate } from './deflate-template.ts';

it.each([0, 1, 300, 65_535])('unpacks to head, middle and tail, with %i bytes in the middle', (length) => {
  const [head, tail] = [Buffer.from('head '.repeat(2_000)), Buffer.alloc(70_000, 0xff)];
  const middle = Buffer.from(Array.from({ length }, (_, index) => (index * 7) & 0xff));
  const packed = deflateTemplate(head, tail)(middle);
  // The checksum is verified as well.
  expect(inflateSync(packed).equals(Buffer.concat([head, middle, tail]))).toBe(true);
});

it('rejects a middle that is longer than a stored block', () => {
  expect(() => deflateTemplate(Buffer.alloc(0), Buffer.alloc(0))(Buffer.alloc(65_536))).toThrow(RangeError);
});
