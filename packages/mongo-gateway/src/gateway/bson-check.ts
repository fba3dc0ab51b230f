// Validates the structure of a BSON document (bsonspec.org, version 1.1) before it is read: every length is inside its
// parent, every string and document is terminated, and there are no unknown types. Values are not interpreted.
import type { Buffer as NodeBuffer } from 'node:buffer';

/** The bytes violate the protocol: the connection cannot be used any more. */
export class ProtocolError extends Error {}

/** What was found during validation. */
export interface Findings {
  /** Whether it contains an empty Timestamp (t: 0, i: 0). */
  emptyTimestamp: boolean;
}

const TIMESTAMP = 0x11;
/** MongoDB's limit. */
const MAX_DEPTH = 200;

/** Sizes of the types of fixed size, in bytes. */
const FIXED = new Map<number, number>([
  [0x01, 8],
  [0x06, 0],
  [0x07, 12],
  [0x08, 1],
  [0x09, 8],
  [0x0a, 0],
  [0x10, 4],
  [0x11, 8],
  [0x12, 8],
  [0x13, 16],
  [0x7f, 0],
  [0xff, 0],
]);

function broken(what: string): never {
  throw new ProtocolError(`the BSON is broken: ${what}`);
}

/** @throws ProtocolError unless the bytes are exactly one well-formed document */
export function checkDocument(bytes: NodeBuffer): Findings {
  const findings = { emptyTimestamp: false };
  if (walk(bytes, 0, bytes.length, 0, findings) !== bytes.length) broken('bytes follow a document');
  return findings;
}

/** @throws ProtocolError unless the bytes are concatenated well-formed documents */
export function checkSequence(bytes: NodeBuffer): Findings {
  const findings = { emptyTimestamp: false };
  let at = 0;
  while (at < bytes.length) at = walk(bytes, at, bytes.length, 0, findings);
  return findings;
}

function walk(bytes: NodeBuffer, start: number, limit: number, depth: number, findings: Findings): number {
  if (depth > MAX_DEPTH) broken(`nested deeper than ${MAX_DEPTH}`);
  if (start + 5 > limit) broken('a document is cut off');
  const size = bytes.readInt32LE(start);
  const end = start + size;
  if (size < 5 || end > limit) broken('a document is longer than what holds it');
  if (bytes[end - 1] !== 0) broken('a document does not end');
  let at = start + 4;
  for (;;) {
    const type = bytes[at++]!;
    if (type === 0) {
      if (at !== end) broken('a document ends early');
      return end;
    }
    at = cstring(bytes, at, end);
    const fixed = FIXED.get(type);
    if (type === TIMESTAMP && at + 8 < end && bytes.readBigUInt64LE(at) === 0n)
      findings.emptyTimestamp = true;
    at = fixed === undefined ? variable(bytes, type, at, end, depth, findings) : at + fixed;
    if (at >= end) broken('an element is longer than its document');
  }
}

function cstring(bytes: NodeBuffer, at: number, end: number): number {
  let stop = at;
  while (stop < end && bytes[stop] !== 0) stop++;
  if (stop >= end - 1) broken('a name does not end');
  return stop + 1;
}

function string(bytes: NodeBuffer, at: number, end: number): number {
  if (at + 5 > end) broken('a string is cut off');
  const size = bytes.readInt32LE(at);
  const stop = at + 4 + size;
  if (size < 1 || stop > end || bytes[stop - 1] !== 0) broken('a string has the wrong length');
  return stop;
}

function variable(
  bytes: NodeBuffer,
  type: number,
  at: number,
  end: number,
  depth: number,
  findings: Findings,
): number {
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      return string(bytes, at, end);
    case 0x03:
    case 0x04:
      return walk(bytes, at, end, depth + 1, findings);
    case 0x05: {
      if (at + 5 > end) broken('binary data is cut off');
      const size = bytes.readInt32LE(at);
      if (size < 0) broken('binary data has a negative length');
      return at + 5 + size;
    }
    case 0x0b:
      return cstring(bytes, cstring(bytes, at, end), end);
    case 0x0c:
      return string(bytes, at, end) + 12;
    case 0x0f: {
      if (at + 4 > end) broken('code is cut off');
      const size = bytes.readInt32LE(at);
      const stop = at + size;
      if (size < 14 || stop > end) broken('code has the wrong length');
      if (walk(bytes, string(bytes, at + 4, stop), stop, depth + 1, findings) !== stop)
        broken('code has the wrong length');
      return stop;
    }
    default:
      return broken(`type ${type} does not exist`);
  }
}
