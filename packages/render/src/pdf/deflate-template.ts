// A zlib stream (RFC 1950) whose beginning and end are constant and compressed once; the variable middle is a stored
// block (RFC 1951, 3.2.4). Compressing a metadata packet for each file takes longer than writing all of a file's text.
import { constants, deflateRawSync } from 'node:zlib';

const modulus = 65_521;
/** Bytes that a sum can take before it must be reduced modulo 65,521 to stay in range (zlib, NMAX). */
const longestSum = 3_800;
const longestBlock = 65_535;

interface Part {
  packed: Buffer;
  length: number;
  adler: number;
}

function adlerOf(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (let from = 0; from < bytes.length; from += longestSum) {
    const to = Math.min(bytes.length, from + longestSum);
    for (let at = from; at < to; at += 1) {
      a += bytes[at] as number;
      b += a;
    }
    a %= modulus;
    b %= modulus;
  }
  return b * 65_536 + a;
}

/** The Adler-32 checksum of two concatenated parts, from those of the parts. */
function combined(first: number, second: number, length: number): number {
  const [a1, b1] = [first % 65_536, Math.floor(first / 65_536)];
  const [a2, b2] = [second % 65_536, Math.floor(second / 65_536)];
  const a = (a1 + a2 - 1 + modulus) % modulus;
  const b = (b1 + b2 + (length % modulus) * (a1 - 1 + modulus)) % modulus;
  return b * 65_536 + a;
}

/** `isLast`: the part ends the stream; otherwise it ends with the header of a stored block, whose length follows. */
function partOf(bytes: Buffer, isLast: boolean): Part {
  const options = { level: 9, finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH };
  const packed = deflateRawSync(bytes, options);
  // A sync flush ends with an empty stored block; its length is replaced by that of the middle.
  return { packed: isLast ? packed : packed.subarray(0, -4), length: bytes.length, adler: adlerOf(bytes) };
}

/** Returns a function that compresses `head`, a middle of less than 64 KB, and `tail`. */
export function deflateTemplate(head: Buffer, tail: Buffer): (middle: Buffer) => Buffer {
  const [first, last] = [partOf(head, false), partOf(tail, true)];
  const start = Buffer.concat([Buffer.from([0x78, 0x9c]), first.packed]);
  return (middle) => {
    const { length } = middle;
    if (length > longestBlock) throw new RangeError('the middle is too long for one block');
    const stream = Buffer.allocUnsafe(start.length + 4 + length + last.packed.length + 4);
    stream.set(start);
    const at = start.length;
    stream.writeUInt16LE(length, at);
    stream.writeUInt16LE(~length & 0xffff, at + 2);
    stream.set(middle, at + 4);
    stream.set(last.packed, at + 4 + length);
    const adler = combined(combined(first.adler, adlerOf(middle), length), last.adler, last.length);
    stream.writeUInt32BE(adler, stream.length - 4);
    return stream;
  };
}
