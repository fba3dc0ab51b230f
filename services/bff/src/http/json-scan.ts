import { randomBytes } from 'node:crypto';

/**
 * Limits of a JSON text (RFC 8259). Its length is a poor measure of its memory use: `{}` has two bytes and takes about
 * fifty in memory.
 */
export interface JsonBounds {
  /** Objects and arrays. */
  containers: number;
  /** All values: containers, strings, numbers and literals. */
  values: number;
  /** Members of one object. */
  members: number;
  /**
   * Distinct sequences of member names (`a`, `a b`, `b`, `b a` are four). Each is a hidden class in V8, and a million of
   * them, even of few names, take many seconds.
   */
  shapes: number;
  /** Nesting of containers. */
  depth: number;
}

// Shapes are counted by a keyed hash, so that clients cannot provoke collisions.
const [seed, multiplier] = randomInts();

function randomInts(): [number, number] {
  const bytes = randomBytes(8);
  return [bytes.readInt32LE(0), bytes.readInt32LE(4) | 1];
}

const [quote, backslash, comma, openObject, closeObject, openArray, closeArray] = Buffer.from('"\\,{}[]');

/**
 * Counts the values of a JSON text while its bytes arrive, without parsing it. It does not check whether the text is
 * valid: the parser does.
 */
export class JsonScan {
  readonly #bounds: JsonBounds;
  #containers = 0;
  #commas = 0;
  /** Commas so far in each open object; -1 for an open array. */
  readonly #open: number[] = [];
  /** The shape of each open object so far. */
  readonly #beginnings: number[] = [];
  readonly #shapes = new Set<number>();
  #isInText = false;
  /** Whether the next string, or the current one, is a member name. */
  #isName = false;
  #hash = seed;
  #isEscaped = false;

  constructor(bounds: JsonBounds) {
    this.#bounds = bounds;
  }

  /** Scans further bytes; returns the name of the limit that is exceeded, if any. */
  read(bytes: Buffer): keyof JsonBounds | undefined {
    const { containers, values, members, shapes, depth } = this.#bounds;
    for (let at = 0; at < bytes.length; at++) {
      if (this.#isInText) {
        at = this.#skipText(bytes, at);
        continue;
      }
      switch (bytes[at]) {
        case quote:
          this.#isInText = true;
          break;
        case comma: {
          this.#commas++;
          const last = this.#open.length - 1;
          if (last < 0 || this.#open[last]! < 0) break;
          if (++this.#open[last]! >= members) return 'members';
          this.#isName = true;
          break;
        }
        case openObject:
        case openArray:
          this.#isName = bytes[at] === openObject;
          this.#open.push(this.#isName ? 0 : -1);
          this.#beginnings.push(seed);
          if (++this.#containers > containers) return 'containers';
          if (this.#open.length > depth) return 'depth';
          break;
        case closeObject:
        case closeArray:
          this.#open.pop();
          this.#beginnings.pop();
          this.#isName = false;
          break;
      }
    }
    // Each value but the first of its container follows a comma; empty containers count one too many.
    if (this.#commas + this.#containers + 1 > values) return 'values';
    return this.#shapes.size > shapes ? 'shapes' : undefined;
  }

  /** Skips a string; returns the index of its closing quote, or the end of these bytes. */
  #skipText(bytes: Buffer, from: number): number {
    let at = from;
    for (; at < bytes.length; at++) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (bytes[at] === backslash) this.#isEscaped = true;
      else if (bytes[at] === quote) {
        this.#endText();
        return at;
      }
      if (this.#isName) this.#hash = Math.imul(this.#hash ^ bytes[at]!, multiplier);
    }
    return at;
  }

  #endText(): void {
    this.#isInText = false;
    if (!this.#isName) return;
    const last = this.#beginnings.length - 1;
    const shape = Math.imul(this.#beginnings[last]! ^ this.#hash, multiplier) + 1;
    this.#beginnings[last] = shape | 0;
    this.#shapes.add(shape | 0);
    this.#hash = seed;
    this.#isName = false;
  }
}
