import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createFace } from '@sello/design/shaping';
import { Blob, Face, Font } from 'harfbuzzjs';
import { expect, it } from 'vitest';
import { LargeFont } from './large-font.ts';
import { readFontFacts } from './sfnt.ts';
import { openLargeSource } from './source.ts';

const { resolve } = createRequire(import.meta.url);
// Both have composite glyphs; the second positions marks and joins letters.
const files = [
  ['yusei-magic/400Regular/YuseiMagic_400Regular.ttf', 'Hani', ['山田', 'ガギグ', 'Éàü', 'fi']],
  [
    'noto-sans-devanagari/400Regular/NotoSansDevanagari_400Regular.ttf',
    'Deva',
    ['राहुल', 'क्षत्रिय', 'ज्ञानेन्द्र'],
  ],
] as const;

it.each(files)('%s shapes text without its outlines as with them', (file, script, words) => {
  const path = resolve(`@expo-google-fonts/${file}`);
  const whole = readFileSync(path);
  const bare = new LargeFont(path).withoutOutlines();
  expect(bare.length).toBeLessThan(whole.length);
  expect(readFontFacts(bare)).toEqual(readFontFacts(whole));
  const [face, other] = [createFace('whole', whole), createFace('bare', bare)];
  for (const word of words) {
    const options = { rightToLeft: false, script, ligatures: true };
    expect(other.shape(word, options)).toEqual(face.shape(word, options));
  }
});

it.each(files)(
  'a subset of %s has the same outlines and advances under the same glyph ids',
  (file, script, words) => {
    const path = resolve(`@expo-google-fonts/${file}`);
    const whole = readFileSync(path);
    const face = createFace('whole', whole);
    const glyphs = words.flatMap((word) =>
      face.shape(word, { rightToLeft: false, script, ligatures: true }).glyphs.map(({ id }) => id),
    );
    const cut = new LargeFont(path).cut(glyphs);
    const [before, after] = [whole, cut].map((bytes) => new Font(new Face(new Blob(bytes)))) as [Font, Font];
    for (const glyph of glyphs) {
      expect(after.glyphToPath(glyph)).toBe(before.glyphToPath(glyph));
      expect(after.glyphHAdvance(glyph)).toBe(before.glyphHAdvance(glyph));
    }
    expect(cut.length).toBeLessThan(whole.length / 4);

    // The face is opened without outlines and reads them from the file.
    const source = openLargeSource(
      { key: 'large', family: 'L', weight: 400, italic: false, bundled: true },
      path,
    );
    for (const glyph of glyphs) expect(source.face().outline(glyph)).toBe(face.outline(glyph));
    expect(source.face().metrics).toEqual(face.metrics);
  },
);
