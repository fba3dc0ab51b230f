// Parser for PDF objects (ISO 32000-1, 7.2 and 7.3), limited by a budget; it never reads past the end.
import { type Budget, PdfFault } from './budget.ts';
import { PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './values.ts';

const WHITE = new Uint8Array(256);
for (const code of [0, 9, 10, 12, 13, 32]) WHITE[code] = 1;
const DELIMITER = new Uint8Array(256);
for (const character of '()<>[]{}/%') DELIMITER[character.charCodeAt(0)] = 1;

const SLASH = 0x2f;
const PERCENT = 0x25;
const LESS = 0x3c;
const GREATER = 0x3e;
const OPEN = 0x28;
const CLOSE = 0x29;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const MAX_NAME = 1_024;

export class Parser {
  readonly bytes: Uint8Array;
  readonly #budget: Budget;
  position: number;

  constructor(bytes: Uint8Array, budget: Budget, position = 0) {
    this.bytes = bytes;
    this.#budget = budget;
    this.position = position;
  }

  /** Skips white space and comments. */
  skip(): void {
    const { bytes } = this;
    for (;;) {
      const code = bytes[this.position];
      if (code === undefined) return;
      if (code === PERCENT) {
        while (this.position < bytes.length && bytes[this.position] !== 10 && bytes[this.position] !== 13) {
          this.position++;
        }
      } else if (WHITE[code]) this.position++;
      else return;
    }
  }

  /** Consumes `word` if it is the next token. */
  takeKeyword(word: string): boolean {
    this.skip();
    for (let index = 0; index < word.length; index++) {
      if (this.bytes[this.position + index] !== word.charCodeAt(index)) return false;
    }
    if (!this.#endsToken(this.position + word.length)) return false;
    this.position += word.length;
    return true;
  }

  /** Consumes a non-negative integer; returns undefined and consumes nothing if the next token is not one. */
  takeInteger(): number | undefined {
    this.skip();
    let at = this.position;
    let value = 0;
    for (
      let code = this.bytes[at];
      code !== undefined && code >= 0x30 && code <= 0x39;
      code = this.bytes[++at]
    ) {
      value = value * 10 + (code - 0x30);
      if (value > Number.MAX_SAFE_INTEGER) throw new PdfFault('unreadable', 'a number is too large');
    }
    if (at === this.position || !this.#endsToken(at)) return undefined;
    this.position = at;
    return value;
  }

  value(depth = 0): PdfValue {
    this.#budget.spendValue();
    this.#budget.checkDepth(depth);
    this.skip();
    const code = this.bytes[this.position];
    if (code === undefined) throw new PdfFault('unreadable', 'the file ends early');
    if (code === SLASH) return this.#name();
    if (code === LESS) {
      return this.bytes[this.position + 1] === LESS ? this.#dictionary(depth) : this.#hexString();
    }
    if (code === OPEN) return this.#literalString();
    if (code === OPEN_ARRAY) return this.#array(depth);
    if (this.takeKeyword('null')) return null;
    if (this.takeKeyword('true')) return true;
    if (this.takeKeyword('false')) return false;
    return this.#numberOrRef();
  }

  #endsToken(at: number): boolean {
    const code = this.bytes[at];
    return code === undefined || WHITE[code] === 1 || DELIMITER[code] === 1;
  }

  #name(): PdfName {
    const { bytes } = this;
    const start = ++this.position;
    while (!this.#endsToken(this.position)) this.position++;
    if (this.position - start > MAX_NAME) throw new PdfFault('too_complex', 'a name is too long');
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, this.position - start).toString(
      'latin1',
    );
    if (!text.includes('#')) return new PdfName(text);
    return new PdfName(
      text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    );
  }

  #hexString(): PdfString {
    const start = this.position;
    const end = this.bytes.indexOf(GREATER, start);
    if (end < 0) throw new PdfFault('unreadable', 'a string never ends');
    this.position = end + 1;
    return new PdfString(start, this.position, true);
  }

  #literalString(): PdfString {
    const { bytes } = this;
    const start = this.position++;
    for (let open = 1; open > 0; this.position++) {
      const code = bytes[this.position];
      if (code === undefined) throw new PdfFault('unreadable', 'a string never ends');
      if (code === BACKSLASH) this.position++;
      else if (code === OPEN) open++;
      else if (code === CLOSE) open--;
    }
    return new PdfString(start, this.position, false);
  }

  #array(depth: number): PdfValue[] {
    this.position++;
    const items: PdfValue[] = [];
    for (;;) {
      this.skip();
      if (this.bytes[this.position] === CLOSE_ARRAY) {
        this.position++;
        return items;
      }
      items.push(this.value(depth + 1));
    }
  }

  #dictionary(depth: number): PdfDict {
    this.position += 2;
    const entries = new Map<string, PdfValue>();
    let isAmbiguous = false;
    for (;;) {
      this.skip();
      const code = this.bytes[this.position];
      if (code === GREATER && this.bytes[this.position + 1] === GREATER) {
        this.position += 2;
        return new PdfDict(entries, isAmbiguous);
      }
      if (code !== SLASH) throw new PdfFault('unreadable', 'a dictionary is malformed');
      const key = this.#name().text;
      isAmbiguous ||= entries.has(key);
      entries.set(key, this.value(depth + 1));
    }
  }

  #numberOrRef(): number | PdfRef {
    const number = this.takeInteger();
    if (number === undefined) return this.#real();
    const after = this.position;
    const generation = this.takeInteger();
    if (generation !== undefined && this.takeKeyword('R')) return new PdfRef(number, generation);
    this.position = after;
    return number;
  }

  #real(): number {
    const start = this.position;
    while (!this.#endsToken(this.position)) this.position++;
    const length = this.position - start;
    const text = length > 64 ? '' : String.fromCharCode(...this.bytes.subarray(start, this.position));
    if (!/^[+-]*\d*\.?\d*(?:-\d*)?$/.test(text) || !/\d/.test(text)) {
      throw new PdfFault('unreadable', 'an object is malformed');
    }
    return Number.parseFloat(text.replace(/^[+-]*(?=-)/, '')) || 0;
  }
}
