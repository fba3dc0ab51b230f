import { isPairwise } from '@sello/design/fonts';
import { createFace } from '@sello/design/shaping';
import { describe, expect, it } from 'vitest';
import { bundledFiles, readBundled } from './bundled.ts';

const words = [
  'Lucía Fernanda Quispe Mamani AVATAR Tofu WAVE Yáñez Łódź Țăran office affine flow fjord Nguyễn Thị Đặng Hữu Phước',
  '7K3M 9QXT 2VHB C0RD https://certs.cordillera.example/c/7K3M9QXT2VHBC0RD “To” L’Été (AV) 1.234,50 €9 A-/V. T.—Y «Ã»',
]
  .join(' ')
  .split(' ');

/** Words of random letters, for pairs that occur in no language. Seeded. */
function randomWords(count: number): string[] {
  const letters = [
    ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789áÉñÇłřșşţıİßæøåĐƠưỆ.,-’/()  ',
  ];
  let state = 11;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + (next() % 9) }, () => letters[next() % letters.length]).join(''),
  );
}

/** Characters of the fast path of itemization: Latin text with one grapheme cluster per character. */
const alone = /^[[\p{Script=Latin}\p{Script=Common}]--[\p{M}\p{C}\p{Emoji_Presentation}]]$/v;

describe('faces shaped by pairs', () => {
  const faces = bundledFiles().filter(({ weight }) => weight === 400 || weight === 700);

  const latin = { rightToLeft: false, script: 'Latn', ligatures: true };
  const options = [
    latin,
    { ...latin, ligatures: false },
    { ...latin, language: 'tr' },
    { ...latin, language: 'ro' },
  ];

  it.each(faces.filter(({ family }) => isPairwise(family.family)))(
    '$key gives the same glyphs for every text as HarfBuzz, in each language',
    (file) => {
      const { key } = file;
      const bytes = readBundled(file);
      const whole = createFace(key, bytes);
      const paired = createFace(key, bytes, { pairwise: true });
      const differing = [...words, words.join(' '), ...randomWords(1_500)].filter((text, index) =>
        (index % 4 === 0 ? options : options.slice(0, 1)).some((option) => {
          const [a, b] = [whole.shape(text, option), paired.shape(text, option)];
          return JSON.stringify(a.glyphs) !== JSON.stringify(b.glyphs);
        }),
      );
      expect(differing).toEqual([]);
    },
  );

  it('compose texts of the Latin characters that they cover, and no others', () => {
    const file = faces.find(({ family }) => isPairwise(family.family)) as (typeof faces)[number];
    const face = createFace(file.key, readBundled(file), { pairwise: true });
    const characters = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
    const composed = characters.filter((character) => face.compose?.(character, { ligatures: true }));
    expect(composed.length).toBeGreaterThan(300);
    expect(composed.filter((character) => !face.covers(character.charCodeAt(0)))).toEqual([]);
    expect(composed.filter((character) => !alone.test(character))).toEqual([]);
    // The shaper draws a hyphen for it; the next face of the chain may have its own.
    expect(face.covers(0x2011)).toBe(false);
    expect(face.compose?.('a\u2011b', { ligatures: true })).toBeNull();
  });
});
