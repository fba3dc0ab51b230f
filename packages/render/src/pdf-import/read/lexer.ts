// The tokens of PDF objects and content streams (ISO 32000-1, 7.2 and 7.3). What is malformed is read as viewers read it.
import type { Budget } from './budget.ts';
import { PdfFault } from './budget.ts';
import { PdfDict, PdfName, PdfRef, type PdfValue } from './values.ts';

const white = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) white[code] = 1;
/** White space and delimiters. */
const ends = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) ends[code] = 1;
for (const character of '()<>[]{}/%') ends[character.charCodeAt(0)] = 1;

const maxName = 1_024;
const code = (character: string): number => character.charCodeAt(0);
const [slash, percent, less, greater] = [code('/'), code('%'), code('<'), code('>')];
const [open, close, backslash, openArray, closeArray] = [
  code('('),
  code(')'),
  code('\\'),
  code('['),
  code(']'),
];
const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** A word that is no object: an operator, or `obj`, `stream`, `xref`. */
export class Keyword {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class Lexer {
  readonly bytes: Buffer;
  readonly #budget: Budget;
  position: number;

  constructor(bytes: Buffer, budget: Budget, position = 0) {
    this.bytes = bytes;
    this.#budget = budget;
    this.position = position;
  }

  /** Skips white space and comments. */
  skip(): void {
    const { bytes } = this;
    for (let at = this.position; ; at += 1) {
      const byte = bytes[at];
      if (byte === percent) {
        while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
      } else if (byte === undefined || white[byte] !== 1) {
        this.position = Math.min(at, bytes.length);
        return;
      }
    }
  }

  get isAtEnd(): boolean {
    this.skip();
    return this.position >= this.bytes.length;
  }

  /** Consumes `word` if it is the next token. */
  takeKeyword(word: string): boolean {
    this.skip();
    for (let index = 0; index < word.length; index += 1) {
      if (this.bytes[this.position + index] !== word.charCodeAt(index)) return false;
    }
    this.position += word.length;
    return true;
  }

  /** Consumes an integer that is not negative; otherwise returns undefined and consumes nothing. */
  takeInteger(): number | undefined {
    this.skip();
    let at = this.position;
    let value = 0;
    for (
      let byte = this.bytes[at];
      byte !== undefined && byte >= 0x30 && byte <= 0x39;
      byte = this.bytes[++at]
    )
      value = value * 10 + (byte - 0x30);
    if (at === this.position || !this.#isEnd(at) || value > Number.MAX_SAFE_INTEGER) return undefined;
    this.position = at;
    return value;
  }

  /** The next object. A word that is no object is null, which is what damaged files mean by it. */
  value(depth = 0): PdfValue {
    const value = this.next(depth);
    return value instanceof Keyword ? null : value;
  }

  /** The next object or word. Throws PdfFault at the end of the bytes. */
  next(depth = 0): PdfValue | Keyword {
    this.#budget.spendValue();
    this.#budget.checkDepth(depth);
    this.skip();
    const byte = this.bytes[this.position];
    if (byte === undefined) throw new PdfFault('unreadable', 'incomplete');
    if (byte === slash) return this.#name();
    if (byte === less)
      return this.bytes[this.position + 1] === less ? this.#dictionary(depth) : this.#hexString();
    if (byte === open) return this.#literalString();
    if (byte === openArray) return this.#array(depth);
    if ((byte >= 0x30 && byte <= 0x39) || byte === 0x2b || byte === 0x2d || byte === 0x2e) {
      return this.#numberOrRef();
    }
    return this.#word();
  }

  #isEnd(at: number): boolean {
    const byte = this.bytes[at];
    return byte === undefined || ends[byte] === 1;
  }

  #word(): PdfValue | Keyword {
    const start = this.position;
    // A lone delimiter is a word of its own, so that reading always moves on.
    this.position += 1;
    if (ends[this.bytes[start] as number] !== 1) while (!this.#isEnd(this.position)) this.position += 1;
    const text = this.bytes.toString('latin1', start, Math.min(this.position, start + maxName));
    if (text === 'null') return null;
    if (text === 'true') return true;
    if (text === 'false') return false;
    return new Keyword(text);
  }

  #name(): PdfName {
    const start = ++this.position;
    while (!this.#isEnd(this.position)) this.position += 1;
    const text = this.bytes.toString('latin1', start, Math.min(this.position, start + maxName));
    if (!text.includes('#')) return new PdfName(text);
    const plain = text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return new PdfName(plain);
  }

  #hexString(): Buffer {
    const start = this.position + 1;
    const end = this.bytes.indexOf(greater, start);
    this.position = end < 0 ? this.bytes.length : end + 1;
    const digits = this.bytes.toString('latin1', start, this.position - 1).replace(/[^0-9a-fA-F]/g, '');
    return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex');
  }

  #literalString(): Buffer {
    const { bytes } = this;
    const start = this.position + 1;
    let at = start;
    let hasEscapes = false;
    for (let depth = 1; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === backslash) {
        hasEscapes = true;
        at += 1;
      } else if (byte === 13) hasEscapes = true;
      else if (byte === open) depth += 1;
      else if (byte === close && --depth === 0) break;
    }
    const raw = bytes.subarray(start, Math.min(at, bytes.length));
    this.position = Math.min(at + 1, bytes.length);
    return hasEscapes ? unescaped(raw) : Buffer.from(raw);
  }

  #array(depth: number): PdfValue[] {
    this.position += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skip();
      const byte = this.bytes[this.position];
      if (byte === undefined) return items;
      if (byte === closeArray) {
        this.position += 1;
        return items;
      }
      const item = this.next(depth + 1);
      if (!(item instanceof Keyword)) items.push(item);
      else if (['endobj', 'stream', 'endstream', '>'].includes(item.text)) return items;
    }
  }

  #dictionary(depth: number): PdfDict {
    this.position += 2;
    const dict = new PdfDict();
    for (;;) {
      this.skip();
      const byte = this.bytes[this.position];
      if (byte === undefined) return dict;
      if (byte === greater) {
        this.position += this.bytes[this.position + 1] === greater ? 2 : 1;
        return dict;
      }
      if (byte !== slash) {
        const stray = this.next(depth + 1);
        if (stray instanceof Keyword && ['endobj', 'stream', 'endstream'].includes(stray.text)) return dict;
        continue;
      }
      const key = this.#name().text;
      this.skip();
      // A key without a value.
      if (this.bytes[this.position] === greater) continue;
      const value = this.value(depth + 1);
      if (value !== null) dict.entries.set(key, value);
    }
  }

  #numberOrRef(): number | PdfRef {
    const start = this.position;
    const number = this.takeInteger();
    if (number === undefined) return this.#real(start);
    const after = this.position;
    // `12 0 R`: looked for in the bytes, because arrays of numbers are long.
    let at = after;
    while (white[this.bytes[at] ?? 255] === 1) at += 1;
    const generation = at;
    while ((this.bytes[at] ?? 0) >= 0x30 && (this.bytes[at] ?? 0) <= 0x39) at += 1;
    if (at > after && at > generation && white[this.bytes[at] ?? 255] === 1) {
      while (white[this.bytes[at] ?? 255] === 1) at += 1;
      if (this.bytes[at] === 0x52 && this.#isEnd(at + 1)) {
        this.position = at + 1;
        return new PdfRef(number);
      }
    }
    return number;
  }

  #real(start: number): number {
    this.position = start;
    while (!this.#isEnd(this.position)) this.position += 1;
    const text = this.bytes.toString('latin1', start, Math.min(this.position, start + 64));
    // `--5`, `1-2` and `1.2.3` occur: what can be read from the start is the number.
    const match = /^[+-]*(\d*\.?\d*)/.exec(text);
    const value = Number(match?.[1] || 0);
    return Number.isFinite(value) ? (text.startsWith('-') ? -value : value) : 0;
  }
}

function unescaped(raw: Buffer): Buffer {
  const out = Buffer.alloc(raw.length);
  let length = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] as number;
    if (byte === 13) {
      // An end of line is a line feed.
      if (raw[at + 1] === 10) at += 1;
      out[length++] = 10;
      continue;
    }
    if (byte !== backslash) {
      out[length++] = byte;
      continue;
    }
    const next = raw[++at];
    if (next === undefined) break;
    if (next >= 0x30 && next <= 0x37) {
      let value = 0;
      for (
        let digits = 0;
        digits < 3 && (raw[at] ?? 0) >= 0x30 && (raw[at] ?? 0) <= 0x37;
        digits += 1, at += 1
      )
        value = value * 8 + ((raw[at] as number) - 0x30);
      at -= 1;
      out[length++] = value & 0xff;
    } else if (next === 13 || next === 10) {
      if (next === 13 && raw[at + 1] === 10) at += 1;
    } else out[length++] = escapes[String.fromCharCode(next)] ?? next;
  }
  return out.subarray(0, length);
}
