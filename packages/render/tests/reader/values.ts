/** A name, without its slash. */
export class Name {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class Reference {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

/** An operator of a content stream. */
export class Operator {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Dictionary = Map<string, Value>;

export interface Stream {
  entries: Dictionary;
  /** The undecoded bytes in the file. */
  raw: Buffer;
}

export type Value =
  | null
  | boolean
  | number
  | Buffer
  | Name
  | Reference
  | Operator
  | Value[]
  | Dictionary
  | Stream;

export function isDictionary(value: Value | undefined): value is Dictionary {
  return value instanceof Map;
}

export function isStream(value: Value | undefined): value is Stream {
  return typeof value === 'object' && value !== null && 'raw' in value;
}

/** A text string (ISO 32000-1, 7.9.2.2). */
export function textIn(value: Value | undefined): string | undefined {
  if (!Buffer.isBuffer(value)) return undefined;
  if (value[0] === 0xfe && value[1] === 0xff)
    return Buffer.from(value.subarray(2)).swap16().toString('utf16le');
  return value.toString('latin1');
}
