import { type Dictionary, Name, Operator, Reference, type Value } from './values.ts';

const space = /[\0\t\n\f\r ]/;
const delimiter = /[()<>[\]{}/%]/;

/** Reads the objects of a file or a content stream in sequence (ISO 32000-1, 7.3); throws on invalid syntax. */
export class Tokens {
  readonly bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  get isAtEnd(): boolean {
    this.#skip();
    return this.at >= this.bytes.length;
  }

  value(): Value {
    this.#skip();
    const character = this.#character(0);
    if (character === '/') return this.#name();
    if (character === '(') return this.#literal();
    if (character === '[') return this.#array();
    if (character === '<') return this.#character(1) === '<' ? this.#dictionary() : this.#hex();
    const word = this.#word();
    if (/^[+-]?(\d+\.?\d*|\.\d+)$/.test(word)) return this.#numberOrReference(word);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (word === '') throw new Error(`no object at ${this.at}: ${character}`);
    return new Operator(word);
  }

  #character(ahead: number): string {
    const byte = this.bytes[this.at + ahead];
    return byte === undefined ? '' : String.fromCharCode(byte);
  }

  #skip(): void {
    for (;;) {
      const character = this.#character(0);
      if (character === '%') {
        while (this.at < this.bytes.length && !/[\r\n]/.test(this.#character(0))) this.at += 1;
      } else if (character !== '' && space.test(character)) {
        this.at += 1;
      } else {
        return;
      }
    }
  }

  #word(): string {
    const start = this.at;
    for (let one = this.#character(0); one !== '' && !space.test(one) && !delimiter.test(one); ) {
      this.at += 1;
      one = this.#character(0);
    }
    return this.bytes.toString('latin1', start, this.at);
  }

  #numberOrReference(word: string): Value {
    const after = this.at;
    if (/^\d+$/.test(word)) {
      const rest = this.bytes.toString('latin1', after, after + 12);
      const match = /^\s+0\s+R(?![A-Za-z])/.exec(rest);
      if (match) {
        this.at = after + match[0].length;
        return new Reference(Number(word));
      }
    }
    return Number(word);
  }

  #name(): Name {
    this.at += 1;
    return new Name(
      this.#word().replace(/#([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      ),
    );
  }

  #array(): Value[] {
    this.at += 1;
    const values: Value[] = [];
    for (;;) {
      this.#skip();
      if (this.#character(0) === ']') break;
      values.push(this.value());
    }
    this.at += 1;
    return values;
  }

  #dictionary(): Dictionary {
    this.at += 2;
    const entries: Dictionary = new Map();
    for (;;) {
      this.#skip();
      if (this.#character(0) === '>') break;
      const key = this.value();
      if (!(key instanceof Name)) throw new Error(`a key that is no name at ${this.at}`);
      if (entries.has(key.name)) throw new Error(`the key ${key.name} twice at ${this.at}`);
      entries.set(key.name, this.value());
    }
    this.at += 2;
    return entries;
  }

  #hex(): Buffer {
    const end = this.bytes.indexOf('>', this.at);
    const digits = this.bytes.toString('latin1', this.at + 1, end).replace(/\s/g, '');
    if (digits.length % 2 === 1) throw new Error(`half a byte in a string at ${this.at}`);
    this.at = end + 1;
    return Buffer.from(digits, 'hex');
  }

  #literal(): Buffer {
    const bytes: number[] = [];
    let depth = 0;
    do {
      const byte = this.bytes[this.at] as number;
      const character = String.fromCharCode(byte);
      this.at += 1;
      if (character === '\\') {
        const octal = /^[0-7]{3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3));
        bytes.push(octal ? Number.parseInt(octal[0], 8) : (this.bytes[this.at] as number));
        this.at += octal ? 3 : 1;
        continue;
      }
      if (character === '(') depth += 1;
      if (character === ')') depth -= 1;
      if ((character === '(' && depth > 1) || (character === ')' && depth > 0) || !'()'.includes(character))
        bytes.push(byte);
    } while (depth > 0);
    return Buffer.from(bytes);
  }
}
