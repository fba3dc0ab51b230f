import { createFace } from '@sello/design/shaping';
import { describe, expect, it } from 'vitest';
import { bundledFiles, isPairwise, readBundled } from './bundled.ts';

const words = [
  'Lucía Fernanda Quispe Mamani AVATAR Tofu WAVE Yáñez Łódź Țăran office affine flow fjord Nguyễn Thị Đặng Hữu Phước',
  '7K3M 9QXT 2VHB C0RD https://certs.cordillera.example/c/7K3M9QXT2VHBC0RD “To” L’Été (AV) 1.234,50 €9 A-/V. T.—Y «Ã»',
]
  .join(' ')
  .split(' ');

/** Words of random letters, for pairs that no language has. Seeded. */
function randomWords(count: number): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789áÉñÇłřșßæøåĐƠưỆ.,-’/()'];
  let state = 11;
  const next = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 8;
  };
  return Array.from({ length: count }, () =>
    Array.from({ length: 2 + (next() % 9) }, () => letters[next() % letters.length]).join(''),
  );
}

describe('faces shaped by pairs', () => {
  const faces = bundledFiles().filter(({ weight }) => weight === 400 || weight === 700);

  it.each(faces.filter(({ family }) => isPairwise(family.family)))(
    '$key sets every word as it is set whole',
    (file) => {
      const { key } = file;
      const bytes = readBundled(file);
      const whole = createFace(key, bytes);
      const paired = createFace(key, bytes, { pairwise: true });
      const options = { rightToLeft: false, script: 'Latn', ligatures: true };
      const differing = [...words, ...randomWords(1_500)].filter((word) => {
        const [a, b] = [whole.shape(word, options), paired.shape(word, options)];
        return JSON.stringify(a.glyphs) !== JSON.stringify(b.glyphs);
      });
      expect(differing).toEqual([]);
    },
  );
});
