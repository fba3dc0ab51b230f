import { onDemand } from 'bson';

/** The BSON types that commands are checked for (bsonspec.org, version 1.1). */
export const TYPE = {
  double: 0x01,
  string: 0x02,
  document: 0x03,
  array: 0x04,
  undefined: 0x06,
  null: 0x0a,
  regex: 0x0b,
  maxKey: 0x7f,
  minKey: 0xff,
} as const;

/** One field of a document with its value as the received bytes, so that reassembling a document does not change it. */
export interface Element {
  type: number;
  name: string;
  value: Buffer;
}

export function elementsOf(document: Buffer): Element[] {
  return [...onDemand.parseToElements(document)].map(([type, nameOffset, nameLength, offset, length]) => ({
    type,
    name: document.toString('utf8', nameOffset, nameOffset + nameLength),
    value: document.subarray(offset, offset + length),
  }));
}

export function documentOf(elements: Element[]): Buffer {
  const parts: Buffer[] = [Buffer.alloc(4)];
  for (const { type, name, value } of elements) {
    parts.push(Buffer.from([type]), Buffer.from(`${name}\0`), value);
  }
  parts.push(Buffer.alloc(1));
  const document = Buffer.concat(parts);
  document.writeInt32LE(document.length, 0);
  return document;
}

/** An array of documents. */
export function arrayOf(documents: Buffer[]): Buffer {
  return documentOf(documents.map((value, index) => ({ type: TYPE.document, name: String(index), value })));
}

/** The bytes of an element in a document. */
export function elementBytes({ type, name, value }: Element): Buffer {
  return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), value]);
}

export function isNested({ type }: Element): boolean {
  return type === TYPE.document || type === TYPE.array;
}

/** A string element's text. */
export function textOf({ type, value }: Element): string | null {
  return type === TYPE.string ? value.toString('utf8', 4, value.length - 1) : null;
}

/** Whether any field at any depth matches. */
export function someElement(document: Buffer, found: (element: Element) => boolean): boolean {
  return elementsOf(document).some(
    (element) => found(element) || (isNested(element) && someElement(element.value, found)),
  );
}
