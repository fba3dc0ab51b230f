import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Budget, defaultLimits } from './budget.ts';
import { Parser } from './parse.ts';
import { decodeStream } from './streams.ts';
import type { PdfDict } from './values.ts';

const budget = () => new Budget(defaultLimits, 1_000);
const dictOf = (text: string) => new Parser(Buffer.from(text), budget()).value() as PdfDict;
const decode = (data: Uint8Array, dict: string, own = budget()) =>
  Buffer.from(decodeStream(data, dictOf(dict), own));

/** Deflated rows as PNG filters write them: the first byte is the type of the filter. */
const filtered = (...rows: number[][]) => deflateSync(Buffer.from(rows.flat()));
const predicted = '<</Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns 3>>>>';

describe('a stream', () => {
  it('is returned unchanged without a filter', () => {
    expect(decode(Buffer.from('abc'), '<<>>').toString()).toBe('abc');
  });

  it('is inflated', () => {
    expect(decode(deflateSync(Buffer.from('abc')), '<</Filter [/FlateDecode]>>').toString()).toBe('abc');
  });

  it('is decoded with every PNG filter', () => {
    const rows = filtered([0, 1, 2, 3], [1, 1, 1, 1], [2, 1, 1, 1], [3, 4, 4, 4], [4, 1, 1, 1]);
    expect([...decode(rows, predicted)]).toEqual([1, 2, 3, 1, 2, 3, 2, 3, 4, 5, 8, 10, 6, 9, 11]);
  });

  it('is refused with filters other than Flate', () => {
    expect(() => decode(Buffer.from('61>'), '<</Filter /ASCIIHexDecode>>')).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    );
  });

  it('is refused when damaged, or when the predictor does not match the data', () => {
    const unreadable = expect.objectContaining({ code: 'unreadable' });
    expect(() => decode(Buffer.from('abc'), '<</Filter /FlateDecode>>')).toThrow(unreadable);
    expect(() => decode(filtered([0, 1, 2]), predicted)).toThrow(unreadable);
    expect(() => decode(filtered([9, 1, 2, 3]), predicted)).toThrow(unreadable);
  });

  it('is refused when all streams together are too large', () => {
    const own = budget();
    const megabytes = (count: number) => deflateSync(Buffer.alloc(count * 1_048_576));
    decode(megabytes(15), '<</Filter /FlateDecode>>', own);
    expect(() => decode(megabytes(15), '<</Filter /FlateDecode>>', own)).toThrow(
      expect.objectContaining({ code: 'too_complex' }),
    );
  });
});
