// PDF objects (ISO 32000-1, 7.3), as far as the check of a signature needs them. Strings are not copied out of the file,
// because a forger chooses their length.

export class PdfName {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PdfRef {
  readonly number: number;
  readonly generation: number;
  constructor(number: number, generation: number) {
    this.number = number;
    this.generation = generation;
  }
}

/** A string by its offsets: `start` is that of the first delimiter, `end` is after the last. */
export class PdfString {
  readonly start: number;
  readonly end: number;
  readonly isHex: boolean;
  constructor(start: number, end: number, isHex: boolean) {
    this.start = start;
    this.end = end;
    this.isHex = isHex;
  }
}

export class PdfDict {
  readonly entries: Map<string, PdfValue>;
  /** Whether a key occurs twice; PDF readers differ on which entry they use. */
  readonly isAmbiguous: boolean;
  constructor(entries: Map<string, PdfValue>, isAmbiguous: boolean) {
    this.entries = entries;
    this.isAmbiguous = isAmbiguous;
  }

  get(key: string): PdfValue | undefined {
    return this.entries.get(key);
  }

  has(key: string): boolean {
    return this.entries.has(key);
  }

  /** The text of a name entry. */
  name(key: string): string | undefined {
    const value = this.entries.get(key);
    return value instanceof PdfName ? value.text : undefined;
  }
}

export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfDict | PdfValue[];
