// PDF objects (ISO 32000-1, 7.3).

export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PdfRef {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export class PdfDict {
  readonly entries = new Map<string, PdfValue>();

  get(key: string): PdfValue | undefined {
    return this.entries.get(key);
  }

  /** The text of a name entry. */
  name(key: string): string | undefined {
    return nameOf(this.entries.get(key));
  }
}

/** A stream with its bytes as they are in the file, but decrypted. */
export class PdfStream {
  readonly dict: PdfDict;
  readonly raw: Uint8Array;
  constructor(dict: PdfDict, raw: Uint8Array) {
    this.dict = dict;
    this.raw = raw;
  }
}

/** A string is a Buffer with its escapes resolved. */
export type PdfValue = null | boolean | number | PdfName | Buffer | PdfRef | PdfDict | PdfStream | PdfValue[];

export function nameOf(value: PdfValue | undefined): string | undefined {
  return value instanceof PdfName ? value.text : undefined;
}
