import { describe, expect, it } from 'vitest';
import { assertStrict, childrenOf, DerError, generalizedTimeOf, oidOf, readDer } from './der-read.ts';
import { element, integer, octetString, oid, sequence, setOf } from './der-write.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const read = (text: string) => readDer(Buffer.from(text.replaceAll(' ', ''), 'hex'));

describe('DER', () => {
  it.each([
    [integer(0), '020100'],
    [integer(127), '02017f'],
    [integer(128), '02020080'],
    [integer(Buffer.from('0000ff', 'hex')), '020200ff'],
    [oid('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
    [oid('2.16.840.1.101.3.4.2.1'), '0609608648016503040201'],
    [octetString(Buffer.alloc(200)), `0481c8${'00'.repeat(200)}`],
    [octetString(Buffer.alloc(300)), `0482012c${'00'.repeat(300)}`],
    [setOf(integer(3), integer(1)), '3106020101020103'],
  ])('has exactly one encoding (%#)', (bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  it('is read back', () => {
    const [first, second] = childrenOf(
      readDer(sequence(oid('1.2.840.113549.1.7.2'), octetString(Buffer.from('abc')))),
    );
    expect(oidOf(first)).toBe('1.2.840.113549.1.7.2');
    expect(Buffer.from(second?.body ?? []).toString()).toBe('abc');
    expect(generalizedTimeOf(readDer(element(0x18, Buffer.from('20261120060441.5Z')))).toISOString()).toBe(
      '2026-11-20T06:04:41.500Z',
    );
  });

  it.each([
    ['nothing', ''],
    ['one octet', '30'],
    ['a length beyond the end', '30 05 0201'],
    ['bytes after the end', '0500 00'],
    ['an indefinite length', '30 80 0500 0000'],
    ['a length longer than needed', '04 81 01 00'],
    ['a length with a leading zero', `04 82 00 80 ${'00'.repeat(128)}`],
    ['a length of five octets', '04 85 01 00 00 00 00'],
    ['a tag of two octets', '1f 81 00 00'],
  ])('is refused with %s', (_, text) => {
    expect(() => read(text)).toThrow(DerError);
  });

  it('is refused when an inner element is not DER', () => {
    expect(() => assertStrict(read('30 05 30 03 04 81 00'))).toThrow(DerError);
    expect(() => assertStrict(read('30 04 30 80 00 00'))).toThrow(DerError);
  });

  it.each(['06 01 80', '06 02 2a 86', '06 03 2a 80 01', '06 00'])('has no identifier in %s', (text) => {
    expect(() => oidOf(read(text))).toThrow(DerError);
  });
});
