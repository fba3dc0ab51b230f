import {
  Binary,
  BSONRegExp,
  Code,
  DBRef,
  Decimal128,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  serialize,
  Timestamp,
} from 'bson';
import { describe, expect, it } from 'vitest';
import { checkDocument, checkSequence, ProtocolError } from './bson-check.ts';

const everyType = Buffer.from(
  serialize({
    double: 1.5,
    text: 'x\0y',
    nested: { list: [1, { a: [] }] },
    bytes: new Binary(Buffer.alloc(3)),
    id: new ObjectId(),
    yes: true,
    date: new Date(),
    none: null,
    regex: new BSONRegExp('a', 'i'),
    code: new Code('f'),
    scoped: new Code('f', { a: 1 }),
    int: 1,
    stamp: new Timestamp({ t: 1, i: 2 }),
    long: Long.fromNumber(5),
    decimal: Decimal128.fromString('1.5'),
    low: new MinKey(),
    high: new MaxKey(),
    reference: new DBRef('c', new ObjectId()),
  }),
);

describe('the check of a BSON document', () => {
  it('accepts every type', () => {
    expect(() => checkDocument(everyType)).not.toThrow();
    expect(() => checkSequence(Buffer.concat([everyType, everyType]))).not.toThrow();
    expect(() => checkSequence(Buffer.alloc(0))).not.toThrow();
  });

  it('refuses the same document truncated at any byte, always with a ProtocolError', () => {
    for (let length = 0; length < everyType.length; length++) {
      expect(() => checkDocument(everyType.subarray(0, length))).toThrow(ProtocolError);
    }
    expect(() => checkDocument(Buffer.concat([everyType, Buffer.alloc(1)]))).toThrow(ProtocolError);
  });

  it('accepts or refuses a document with any byte changed, without another error', () => {
    for (let at = 0; at < everyType.length; at++) {
      for (const value of [0x00, 0x01, 0x03, 0x0f, 0x42, 0x7f, 0x80, 0xff]) {
        const bytes = Buffer.from(everyType);
        bytes[at] = value;
        try {
          checkDocument(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError);
        }
      }
    }
  });

  it('refuses documents nested deeper than MongoDB allows', () => {
    const nested = (depth: number): object => (depth === 0 ? {} : { a: nested(depth - 1) });
    expect(() => checkDocument(Buffer.from(serialize(nested(150))))).not.toThrow();
    expect(() => checkDocument(Buffer.from(serialize(nested(300))))).toThrow(/nested deeper/);
  });
});
