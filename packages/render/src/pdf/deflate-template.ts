// A zlib stream (RFC 1950) whose beginning and end are always the same: they are compressed once, and what varies
// between them is a stored block (RFC 1951, 3.2.4). Compressing a packet of metadata anew costs more than all its text.
import { constants, deflateRawSync } from 'node:zlib';

const modulus = 65_521;
/** More bytes could overflow the sums before they are reduced; a stored block holds fewer. */
const longestBlock = 65_535;

interface Part {
  /** Blocks that end at a byte, none of them the last. */
  packed: Buffer;
  length: number;
  adler: number;
}

function adlerOf(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % modulus;
    b = (b + a) % modulus;
  }
  return b * 65_536 + a;
}

/** The checksum of two parts one after the other, from those of the parts. */
function combined(first: number, second: number, length: number): number {
  const [a1, b1] = [first % 65_536, Math.floor(first / 65_536)];
  const [a2, b2] = [second % 65_536, Math.floor(second / 65_536)];
  const a = (a1 + a2 - 1 + modulus) % modulus;
  const b = (b1 + b2 + (length % modulus) * (a1 - 1 + modulus)) % modulus;
  return b * 65_536 + a;
}

function partOf(bytes: Buffer): Part {
  const packed = deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_SYNC_FLUSH });
  return { packed, length: bytes.length, adler: adlerOf(bytes) };
}

/** Answers what packs `head`, a middle of less than 64 KB, and `tail`. */
export function deflateTemplate(head: Buffer, tail: Buffer): (middle: Buffer) => Buffer {
  const [first, last] = [partOf(head), partOf(tail)];
  return (middle) => {
    if (middle.length > longestBlock) throw new RangeError('the middle is too long for one block');
    const adler = combined(combined(first.adler, adlerOf(middle), middle.length), last.adler, last.length);
    const block = Buffer.from([
      0,
      middle.length & 0xff,
      middle.length >> 8,
      ~middle.length & 0xff,
      (~middle.length >> 8) & 0xff,
    ]);
    // An empty stored block that is the last, then the checksum.
    const end = Buffer.from([1, 0, 0, 0xff, 0xff, 0, 0, 0, 0]);
    end.writeUInt32BE(adler, 5);
    return Buffer.concat([Buffer.from([0x78, 0x9c]), first.packed, block, middle, last.packed, end]);
  };
}
