import type { ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';

type Shape = (text: string, options: ShapeOptions) => ShapedRun;

/** Letters, digits and punctuation of one unit each, without marks: what pairs can stand for. */
const plain = /^[\x21-\x7e\xa1-\xac\xae-\u0233\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf]+$/;

interface Letter {
  glyph: number;
  advance: number;
}

/** A pair that is not just two glyphs side by side: a ligature, or a shift. */
const special = Number.NaN;

/**
 * Shapes words from what the shaper said of their letters and pairs of letters. Only for fonts whose shaping of Latin
 * is decided by neighbours alone; a word with a ligature, and any other text, is left to the shaper.
 */
export class PairShaper {
  readonly #shape: Shape;
  readonly #letters = new Map<number, Letter | null>();
  /** What kerning adds to the first letter's advance, by both characters. */
  readonly #kerns = new Map<number, number>();

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Null when the text has to be shaped as a whole. */
  shape(text: string, options: ShapeOptions): ShapedRun | null {
    if (options.rightToLeft || options.script !== 'Latn' || !options.ligatures || !plain.test(text))
      return null;
    const glyphs: ShapedGlyph[] = [];
    let total = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const letter = this.#letter(code, options);
      if (!letter) return null;
      let { advance } = letter;
      if (at + 1 < text.length) {
        const kern = this.#kern(code, text.charCodeAt(at + 1), options);
        if (Number.isNaN(kern)) return null;
        advance += kern;
      }
      total += advance;
      glyphs.push({ id: letter.glyph, cluster: at, advance, dx: 0, dy: 0 });
    }
    return { text, rightToLeft: false, glyphs, advance: total };
  }

  #letter(code: number, options: ShapeOptions): Letter | null {
    let letter = this.#letters.get(code);
    if (letter === undefined) {
      const { glyphs } = this.#shape(String.fromCharCode(code), options);
      const [glyph] = glyphs;
      const single = glyphs.length === 1 && glyph && glyph.dx === 0 && glyph.dy === 0;
      letter = single ? { glyph: glyph.id, advance: glyph.advance } : null;
      this.#letters.set(code, letter);
    }
    return letter;
  }

  #kern(first: number, second: number, options: ShapeOptions): number {
    const key = first * 65_536 + second;
    let kern = this.#kerns.get(key);
    if (kern === undefined) {
      kern = this.#measure(first, second, options);
      this.#kerns.set(key, kern);
    }
    return kern;
  }

  #measure(first: number, second: number, options: ShapeOptions): number {
    const [a, b] = [this.#letter(first, options), this.#letter(second, options)];
    if (!a || !b) return special;
    const { glyphs } = this.#shape(String.fromCharCode(first, second), options);
    const [left, right] = glyphs;
    if (glyphs.length !== 2 || !left || !right) return special;
    if (left.id !== a.glyph || right.id !== b.glyph || right.advance !== b.advance) return special;
    if (left.dx !== 0 || left.dy !== 0 || right.dx !== 0 || right.dy !== 0) return special;
    return left.advance - a.advance;
  }
}
