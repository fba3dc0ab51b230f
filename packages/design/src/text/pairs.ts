import type { ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';

type Shape = (text: string, options: ShapeOptions) => ShapedRun;

/** Letters, digits and punctuation of one UTF-16 code unit each, without combining marks. */
const plain = /^[\x21-\x7e\xa1-\xac\xae-\u0233\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf]+$/;

interface Letter {
  glyph: number;
  advance: number;
}

/** A pair that is not two kerned glyphs: it forms a ligature or moves a glyph. */
const notKernable = Number.NaN;

/**
 * Shapes Latin words from cached advances of letters and kerning of pairs, which is faster than the shaper. Only for
 * fonts whose Latin shaping depends on adjacent letters alone. Words with ligatures and other text are left to the
 * shaper.
 */
export class PairShaper {
  readonly #shape: Shape;
  readonly #letters = new Map<number, Letter | null>();
  /** The kerning added to the first letter's advance, by both character codes. */
  readonly #kerns = new Map<number, number>();

  constructor(shape: Shape) {
    this.#shape = shape;
  }

  /** Null when the shaper must shape the text. */
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
    if (!a || !b) return notKernable;
    const { glyphs } = this.#shape(String.fromCharCode(first, second), options);
    const [left, right] = glyphs;
    if (glyphs.length !== 2 || !left || !right) return notKernable;
    if (left.id !== a.glyph || right.id !== b.glyph || right.advance !== b.advance) return notKernable;
    if (left.dx !== 0 || left.dy !== 0 || right.dx !== 0 || right.dy !== 0) return notKernable;
    return left.advance - a.advance;
  }
}
