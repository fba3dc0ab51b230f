import { UnreadableImage } from '../../pdf/images/image.ts';
import { type LowBitReader, type PrefixCode, readPrefixCode } from './prefix-code.ts';

// Entropy-coded images of lossless WebP (RFC 9649, 3.5 to 3.7). Pixels are alpha, red, green, blue from the highest byte on.

/** Libwebp writes at most 2,600; each has tables. */
const mostGroups = 10_000;
/** References go back 2^20 pixels at most. */
const windowSize = 1 << 21;
const windowMask = windowSize - 1;

type Group = readonly [
  green: PrefixCode,
  red: PrefixCode,
  blue: PrefixCode,
  alpha: PrefixCode,
  distance: PrefixCode,
];

/** How far to the left and above the 120 nearest pixels are, in the order of their distance codes (3.6.2.2). */
const near: readonly (readonly [left: number, above: number])[] = Array.from({ length: 8 }, (_, above) =>
  Array.from({ length: 16 }, (_, column) => [column - 7, above] as const),
)
  .flat()
  .filter(([left, above]) => above > 0 || left > 0)
  .sort(([x1, y1], [x2, y2]) => x1 * x1 + y1 * y1 - x2 * x2 - y2 * y2 || y2 - y1 || x2 - x1);

/** Calls for each row; its pixels are overwritten afterwards. */
export function* rowsOf(
  bits: LowBitReader,
  width: number,
  height: number,
  isMain: boolean,
): Generator<Int32Array> {
  const cacheBits = bits.read(1) === 1 ? bits.read(4) : 0;
  if (cacheBits > 11) throw new UnreadableImage('damaged');
  const cache = new Int32Array(cacheBits > 0 ? 1 << cacheBits : 0);
  const cacheShift = 32 - cacheBits;
  const { groupOf, groups } = readGroups(bits, width, height, { isMain, cacheSize: cache.length });
  const pixels = new Int32Array(Math.min(windowSize, 1 << (32 - Math.clz32(width * height + 4_096))));
  const mask = Math.min(windowMask, pixels.length - 1);
  const row = new Int32Array(width);
  let at = 0;
  let rest = 0;
  let distance = 0;
  for (let y = 0; y < height; y += 1) {
    let group = groups[groupOf(0, y)] as Group;
    for (let x = 0; x < width; x += 1, at += 1) {
      let pixel: number;
      if (rest > 0) {
        rest -= 1;
        pixel = pixels[(at - distance) & mask] as number;
      } else {
        group = groups[groupOf(x, y)] as Group;
        const symbol = group[0].symbol(bits);
        if (symbol < 256) {
          const red = group[1].symbol(bits);
          const blue = group[2].symbol(bits);
          pixel = (group[3].symbol(bits) << 24) | (red << 16) | (symbol << 8) | blue;
        } else if (symbol < 280) {
          rest = prefixed(bits, symbol - 256) - 1;
          distance = distanceOf(prefixed(bits, group[4].symbol(bits)), width);
          if (distance > at) throw new UnreadableImage('damaged');
          pixel = pixels[(at - distance) & mask] as number;
        } else {
          pixel = cache[symbol - 280] as number;
        }
      }
      pixels[at & mask] = pixel;
      row[x] = pixel;
      if (cacheBits > 0) cache[Math.imul(0x1e35_a7bd, pixel) >>> cacheShift] = pixel;
    }
    yield row;
  }
}

/** All pixels of an image that describes others. */
export function wholeOf(bits: LowBitReader, width: number, height: number): Int32Array {
  const all = new Int32Array(width * height);
  let y = 0;
  for (const row of rowsOf(bits, width, height, false)) all.set(row, width * y++);
  return all;
}

interface Kind {
  isMain: boolean;
  cacheSize: number;
}

/** The groups of codes, and which of them a pixel is coded with (3.7.2.2). */
function readGroups(bits: LowBitReader, width: number, height: number, { isMain, cacheSize }: Kind) {
  const isSplit = isMain && bits.read(1) === 1;
  const shift = isSplit ? bits.read(3) + 2 : 0;
  const across = Math.ceil(width / (1 << shift));
  const blocks = isSplit ? wholeOf(bits, across, Math.ceil(height / (1 << shift))) : null;
  const indexes = blocks?.map((block) => (block >>> 8) & 0xffff) ?? null;
  const count = 1 + (indexes?.reduce((most, index) => Math.max(most, index), 0) ?? 0);
  if (count > mostGroups) throw new UnreadableImage('damaged');
  const groups = Array.from({ length: count }, (): Group => {
    const [green, red, blue, alpha, distance] = [256 + 24 + cacheSize, 256, 256, 256, 40].map((size) =>
      readPrefixCode(bits, size),
    );
    return [green!, red!, blue!, alpha!, distance!];
  });
  const groupOf = indexes
    ? (x: number, y: number) => indexes[(y >> shift) * across + (x >> shift)] as number
    : () => 0;
  return { groups, groupOf };
}

/** The value of a prefix and its extra bits (3.6.2.2). */
function prefixed(bits: LowBitReader, code: number): number {
  if (code < 4) return code + 1;
  const extra = (code - 2) >> 1;
  return ((2 + (code & 1)) << extra) + bits.read(extra) + 1;
}

function distanceOf(code: number, width: number): number {
  if (code > near.length) return code - near.length;
  const [left, above] = near[code - 1] as readonly [number, number];
  return Math.max(1, left + above * width);
}
