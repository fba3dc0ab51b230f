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
    'gives from both forms of %s one font: the same glyphs, characters and widths',
    async (name) => {
      const [one, two] = [webFont(name, 'woff'), webFont(name, 'woff2')].map((bytes) =>
        unpackWebFont(bytes, largest),
      ) as [Uint8Array, Uint8Array];
      // The two were made apart: one has hints and its overlaps removed.
      expect({ ...readFontFacts(two), bounds: [] }).toEqual({ ...readFontFacts(one), bounds: [] });
      expect(outlinedGlyphs(two)).toEqual(outlinedGlyphs(one));
      const [face, other] = [createFace('one', one), createFace('two', two)];
      expect(other.codePoints).toEqual(face.codePoints);
      for (const glyph of outlinedGlyphs(one)) expect(other.width(glyph)).toBe(face.width(glyph));
      // The subsetter reads every outline and refuses what is broken.
      const subsetter = await loadSubsetter();
      const cut = subsetter.glyphs(two, outlinedGlyphs(two));
      expect(cut.length).toBeGreaterThan(1_000);
    },
  );

  it('draws the outlines of a packed glyph as those of a plain one', () => {
    const [one, two] = (['woff', 'woff2'] as const).map((form) => {
      const font = unpackWebFont(webFont('noto-serif-georgian', form), largest);
      return { font: new Font(new Face(new Blob(font))), glyphs: outlinedGlyphs(font) };
    });
    const same = one?.glyphs.filter((glyph) => one.font.glyphToPath(glyph) === two?.font.glyphToPath(glyph));
    // All but those whose overlaps were removed in one of them.
    expect(same?.length).toBeGreaterThan(160);
  });

  it('leaves a font that is none for the web as it is', () => {
    const font = readFileSync(resolve('@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf'));
    expect(unpackWebFont(font, 10)).toBe(font);
  });

  it.each(['woff', 'woff2'] as const)('refuses a %s that unpacks to more than it may', (form) => {
    expect(() => unpackWebFont(webFont('noto-serif-thai', form), 10_000)).toThrow(RangeError);
  });

  it.each(['woff', 'woff2'] as const)('ends with an error at any byte a %s is cut off at', (form) => {
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

  it('ends with a font or an error whatever byte of a woff2 is changed', () => {
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
