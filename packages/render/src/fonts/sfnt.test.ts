import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { glyphAddress } from './cff.ts';
import { fontCount, fontOf, readFontFacts, tablesOf } from './sfnt.ts';

const { resolve } = createRequire(import.meta.url);
const file = readFileSync(
  resolve('@expo-google-fonts/newsreader/500Medium_Italic/Newsreader_500Medium_Italic.ttf'),
);

/** A collection of one font: a header before the file, with the table offsets shifted. */
function collectionOf(font: Uint8Array): Uint8Array {
  const header = 16;
  const bytes = new Uint8Array(header + font.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x74746366);
  view.setUint32(4, 0x00010000);
  view.setUint32(8, 1);
  view.setUint32(12, header);
  bytes.set(font, header);
  for (let place = 0; place < view.getUint16(header + 4); place += 1) {
    const at = header + 12 + place * 16 + 8;
    view.setUint32(at, view.getUint32(at) + header);
  }
  return bytes;
}

/** A CFF table with a top DICT of these bytes; `charset` follows at the offset that the DICT has. */
function cffOf(dict: readonly number[], charset: readonly number[] = []): DataView {
  const index = (data: readonly number[]) => [0, 1, 1, 1, data.length + 1, ...data];
  const bytes = Uint8Array.from([1, 0, 4, 1, ...index([65]), ...index(dict), ...charset]);
  return new DataView(bytes.buffer);
}

describe('readFontFacts', () => {
  it('reads family, weight, slope and metrics', () => {
    expect(readFontFacts(file)).toMatchObject({
      family: 'Newsreader',
      weight: 500,
      italic: true,
      unitsPerEm: 2000,
      outlines: 'glyf',
      fixedPitch: false,
    });
    expect(readFontFacts(file).italicAngle).toBeLessThan(0);
  });

  it('throws for files that are not fonts and for truncated fonts', () => {
    expect(() => readFontFacts(Buffer.from('not a font, but longer than the header of one'))).toThrow();
    expect(() => readFontFacts(file.subarray(0, 5_000))).toThrow(RangeError);
  });
});

describe('fontOf', () => {
  it('extracts a font of a collection with the same tables', () => {
    const collection = collectionOf(file);
    expect([fontCount(file), fontCount(collection)]).toEqual([1, 1]);
    const extracted = fontOf(collection, 0);
    expect(readFontFacts(collection, 0)).toEqual(readFontFacts(file));
    const tables = (of: Uint8Array) =>
      [...tablesOf(of)].map(([tag, table]) => [
        tag,
        Buffer.from(table.buffer, table.byteOffset, table.byteLength).toString('base64'),
      ]);
    expect(tables(extracted)).toEqual(tables(file));
    expect(fontOf(file, 0)).toBe(file);
  });
});

describe('glyphAddress', () => {
  // `391 0 0 ROS` and `23 charset`: 139 encodes 0, and the operator 12 30 (ROS) marks a CID-keyed font.
  const cidKeyed = [248, 27, 139, 139, 12, 30, 139 + 23, 15];

  it('distinguishes name-keyed from CID-keyed fonts', () => {
    expect(glyphAddress(cffOf([139, 17]), 100)).toBe('glyph');
    expect(glyphAddress(cffOf(cidKeyed, [2, 0, 1, 0, 98]), 100)).toBe('cid');
    expect(glyphAddress(cffOf(cidKeyed, [1, 0, 1, 49, 0, 51, 48]), 100)).toBe('cid');
  });

  it('throws for CIDs that differ from the glyph ids', () => {
    expect(() => glyphAddress(cffOf(cidKeyed, [2, 0, 7, 0, 98]), 100)).toThrow(RangeError);
    expect(() => glyphAddress(cffOf([248, 27, 139, 139, 12, 30]), 100)).toThrow(RangeError);
  });
});
