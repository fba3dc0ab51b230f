import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createFace } from '@sello/design/shaping';
import { Blob, Face, Font } from 'harfbuzzjs';
import { describe, expect, it } from 'vitest';
import { outlinedGlyphs, readFontFacts } from '../sfnt.ts';
import { loadSubsetter } from '../subset.ts';
import { unpackWebFont } from './woff.ts';

const { resolve } = createRequire(import.meta.url);
const largest = 4_000_000;
const webFont = (name: string, form: 'woff' | 'woff2') =>
  readFileSync(resolve(`@fontsource/${name}/files/${name}-${name.split('-').at(-1)}-400-normal.${form}`));

describe('unpackWebFont', () => {
  it.each(['noto-serif-thai', 'noto-serif-tamil', 'noto-serif-georgian', 'noto-serif-armenian'])(
    'unpacks the same glyphs, characters and widths from both formats of %s',
    async (name) => {
      const [one, two] = [webFont(name, 'woff'), webFont(name, 'woff2')].map((bytes) =>
        unpackWebFont(bytes, largest),
      ) as [Uint8Array, Uint8Array];
      // The two were built separately: one is hinted and its overlaps are removed.
      expect({ ...readFontFacts(two), bounds: [] }).toEqual({ ...readFontFacts(one), bounds: [] });
      expect(outlinedGlyphs(two)).toEqual(outlinedGlyphs(one));
      const [face, other] = [createFace('one', one), createFace('two', two)];
      expect(other.codePoints).toEqual(face.codePoints);
      for (const glyph of outlinedGlyphs(one)) expect(other.width(glyph)).toBe(face.width(glyph));
      // The subsetter reads every outline and rejects invalid ones.
      const subsetter = await loadSubsetter();
      const cut = subsetter.glyphs(two, outlinedGlyphs(two));
      expect(cut.length).toBeGreaterThan(1_000);
    },
  );

  it('rebuilds transformed outlines as they are in an untransformed font', () => {
    const [one, two] = (['woff', 'woff2'] as const).map((form) => {
      const font = unpackWebFont(webFont('noto-serif-georgian', form), largest);
      return { font: new Font(new Face(new Blob(font))), glyphs: outlinedGlyphs(font) };
    });
    const same = one?.glyphs.filter((glyph) => one.font.glyphToPath(glyph) === two?.font.glyphToPath(glyph));
    // All except those whose overlaps were removed in one of them.
    expect(same?.length).toBeGreaterThan(160);
  });

  it('returns a font that is not a web font unchanged', () => {
    const font = readFileSync(resolve('@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf'));
    expect(unpackWebFont(font, 10)).toBe(font);
  });

  it.each(['woff', 'woff2'] as const)('rejects a %s that unpacks to more than the limit', (form) => {
    expect(() => unpackWebFont(webFont('noto-serif-thai', form), 10_000)).toThrow(RangeError);
  });

  it.each(['woff', 'woff2'] as const)('throws RangeError for a %s truncated at any byte', (form) => {
    const whole = webFont('noto-serif-thai', form);
    for (let length = 0; length < whole.length; length += 97) {
      const cut = whole.subarray(0, length);
      try {
        expect(unpackWebFont(cut, largest).length).toBeLessThanOrEqual(largest);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });

  it('returns a font or throws RangeError for a woff2 with any byte changed', () => {
    const whole = webFont('noto-serif-armenian', 'woff2');
    for (let at = 4; at < 400; at += 1) {
      const changed = Uint8Array.from(whole);
      changed[at] = (changed[at] as number) ^ 0x5a;
      try {
        expect(unpackWebFont(changed, largest).length).toBeLessThanOrEqual(2 * largest);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
