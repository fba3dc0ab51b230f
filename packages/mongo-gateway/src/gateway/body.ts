import type { Buffer as NodeBuffer } from 'node:buffer';
import { deserialize, onDemand } from 'bson';

const STRING = 2;

/**
 * A command's body, of which only the requested fields are decoded: an insert of many megabytes is passed to the
 * database as the received bytes.
 */
export class Body {
  readonly bytes: NodeBuffer;
  readonly #elements: Map<string, { type: number; start: number; offset: number; length: number }>;
  /** The first field's name, which is the command. */
  readonly command: string;

  constructor(bytes: NodeBuffer) {
    this.bytes = bytes;
    this.#elements = new Map();
    for (const [type, nameOffset, nameLength, offset, length] of onDemand.parseToElements(bytes)) {
      const name = bytes.toString('utf8', nameOffset, nameOffset + nameLength);
      this.#elements.set(name, { type, start: nameOffset - 1, offset, length });
    }
    this.command = this.#elements.keys().next().value ?? '';
  }

  has(name: string): boolean {
    return this.#elements.has(name);
  }

  /** The field's value, undefined when absent. Numbers come as JavaScript numbers, 64-bit ones included. */
  get(name: string): unknown {
    const element = this.#elements.get(name);
    if (!element) return undefined;
    if (element.type === STRING) {
      return this.bytes.toString('utf8', element.offset + 4, element.offset + element.length - 1);
    }
    // Wrapped in a document of its own, so that the library decodes every type.
    const field = this.bytes.subarray(element.start, element.offset + element.length);
    const document = Buffer.alloc(field.length + 5);
    document.writeInt32LE(document.length, 0);
    field.copy(document, 4);
    return deserialize(document, { useBigInt64: true })[name];
  }

  text(name: string): string | undefined {
    const value = this.get(name);
    return typeof value === 'string' ? value : undefined;
  }

  number(name: string): number | undefined {
    const value = this.get(name);
    return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : undefined;
  }

  /** A nested document or array, empty when absent. */
  record(name: string): Record<string, unknown> {
    const value = this.get(name);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  }

  /** The body with one field replaced or added; `element` is a complete BSON element. */
  with(name: string, element: Uint8Array): NodeBuffer {
    const parts: Uint8Array[] = [Buffer.alloc(4)];
    for (const [other, { start, offset, length }] of this.#elements) {
      if (other !== name) parts.push(this.bytes.subarray(start, offset + length));
    }
    parts.push(element, Buffer.alloc(1));
    const document = Buffer.concat(parts);
    document.writeInt32LE(document.length, 0);
    return document;
  }

  /** The raw bytes of an element's value. */
  raw(name: string): NodeBuffer | null {
    const element = this.#elements.get(name);
    return element ? this.bytes.subarray(element.offset, element.offset + element.length) : null;
  }
}

/** A BSON element: an array of one document. */
export function arrayElement(name: string, document: Uint8Array): NodeBuffer {
  const size = Buffer.alloc(4);
  size.writeInt32LE(document.length + 8);
  const head = Buffer.from(`\x04${name}\0`, 'latin1');
  return Buffer.concat([head, size, Buffer.from('\x030\0', 'latin1'), document, Buffer.alloc(1)]);
}

/** A BSON element: true. */
export function trueElement(name: string): NodeBuffer {
  return Buffer.from(`\x08${name}\0\x01`, 'latin1');
}

/** Splits a document sequence (OP_MSG section kind 1) into its documents. */
export function splitSequence(raw: NodeBuffer): NodeBuffer[] {
  const documents: NodeBuffer[] = [];
  for (let at = 0; at < raw.length; ) {
    const size = raw.readInt32LE(at);
    documents.push(raw.subarray(at, at + size));
    at += size;
  }
  return documents;
}
