import type { ComposeOptions, ShapedGlyph, ShapedRun, ShapeOptions } from './face.ts';

type Shape = (text: string, options: ShapeOptions) => ShapedRun;

/** Spaces, letters, digits and punctuation of one UTF-16 code unit each, without combining marks. */
const plain = /^[\x20-\x7e\xa0-\xac\xae-\u0233\u1e00-\u1eff\u2010-\u2027\u2030-\u203a\u20a0-\u20bf]+$/;

/** Languages whose pairs are cached for one font; the next one clears the cache. */
const keptLanguages = 30;

/**
 * Shapes Latin texts from cached advances of letters and kerning of pairs, which is faster than the shaper. Only for
 * fonts whose Latin shaping depends only on adjacent letters. The shaper must shape texts with ligatures and all other
 * texts. Pairs are cached by language, and separately with and without ligatures.
 */
export class PairShaper {
  readonly #shape: Shape;
  readonly #covers: (code: number) => boolean;
  readonly #pairs = new Map<string, Pairs>();

  constructor(shape: Shape, covers: (code: number) => boolean) {
    this.#shape = shape;
    this.#covers = covers;
  }

  /** Null when the shaper must shape the text. */
  compose(text: string, { ligatures, language }: ComposeOptions): ShapedRun | null {
    if (!plain.test(text)) return null;
    const key = ligatures ? (language ?? '') : `${language ?? ''} `;
    let pairs = this.#pairs.get(key);
    if (!pairs) {
      if (this.#pairs.size >= keptLanguages) this.#pairs.clear();
      const own: ShapeOptions = { rightToLeft: false, script: 'Latn', ligatures };
      const options = language === undefined ? own : { ...own, language };
      pairs = new Pairs(this.#shape, options, this.#covers);
      this.#pairs.set(key, pairs);
    }
    return pairs.compose(text);
  }
}

interface Letter {
  code: number;
  /** Its index in the order in which letters were added to the cache. */
  index: number;
  glyph: number;
  advance: number;
  /** By the index of the letter that follows. */
  kerns: Kern[];
}

interface Kern {
  /** Added to the first letter's advance; NaN when the pair is not two kerned glyphs. */
  value: number;
  unsafe: boolean;
}

/** A pair that is not two kerned glyphs: it forms a ligature or moves a glyph. */
const notKernable: Kern = { value: Number.NaN, unsafe: true };

class Pairs {
  readonly #shape: Shape;
  readonly #options: ShapeOptions;
  readonly #covers: (code: number) => boolean;
  readonly #letters = new Map<number, Letter | null>();

  constructor(shape: Shape, options: ShapeOptions, covers: (code: number) => boolean) {
    this.#shape = shape;
    this.#options = options;
    this.#covers = covers;
  }

  compose(text: string): ShapedRun | null {
    const glyphs: ShapedGlyph[] = [];
    let total = 0;
    let unsafe = false;
    let letter = text === '' ? null : this.#letter(text.charCodeAt(0));
    for (let at = 0; at < text.length; at += 1) {
      if (!letter) return null;
      const { glyph, kerns } = letter;
      let { advance } = letter;
      const isUnsafe = unsafe;
      let next: Letter | null = null;
      if (at + 1 < text.length) {
        next = this.#letter(text.charCodeAt(at + 1));
        if (!next) return null;
        const kern = kerns[next.index] ?? this.#measure(letter, next);
        if (Number.isNaN(kern.value)) return null;
        advance += kern.value;
        unsafe = kern.unsafe;
      }
      total += advance;
      glyphs.push({ id: glyph, cluster: at, advance, dx: 0, dy: 0, unsafe: isUnsafe });
      letter = next;
    }
    return { text, rightToLeft: false, glyphs, advance: total };
  }

  #letter(code: number): Letter | null {
    let letter = this.#letters.get(code);
    if (letter === undefined) {
      const { glyphs } = this.#shape(String.fromCharCode(code), this.#options);
      const [glyph] = glyphs;
      const single = glyphs.length === 1 && glyph && glyph.dx === 0 && glyph.dy === 0 && this.#covers(code);
      const index = this.#letters.size;
      letter = single ? { code, index, glyph: glyph.id, advance: glyph.advance, kerns: [] } : null;
      this.#letters.set(code, letter);
    }
    return letter;
  }

  #measure(first: Letter, second: Letter): Kern {
    const kern = this.#kern(first, second);
    first.kerns[second.index] = kern;
    return kern;
  }

  #kern(first: Letter, second: Letter): Kern {
    const { glyphs } = this.#shape(String.fromCharCode(first.code, second.code), this.#options);
    const [left, right] = glyphs;
    if (glyphs.length !== 2 || !left || !right) return notKernable;
    if (left.id !== first.glyph || right.id !== second.glyph || right.advance !== second.advance)
      return notKernable;
    if (left.dx !== 0 || left.dy !== 0 || right.dx !== 0 || right.dy !== 0) return notKernable;
    return { value: left.advance - first.advance, unsafe: right.unsafe };
  }
}
