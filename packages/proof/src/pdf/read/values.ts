// PDF objects (ISO 32000-1, 7.3) as far as checking a signature needs them. Strings stay where they are in the file:
// a forger decides how long they are.

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

/** A string by its place: `start` is its first delimiter, `end` is after the last. */
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
  /** A key came twice: readers disagree on which one counts. */
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
