import { crc32, deflateSync } from 'node:zlib';

type Color = [red: number, green: number, blue: number];
interface Box {
  colors: { color: Color; count: number }[];
  /** The channel whose values differ most, and by how much. */
  channel: 0 | 1 | 2;
  spread: number;
}

function boxOf(colors: Box['colors']): Box {
  const spreads = ([0, 1, 2] as const).map((channel) => {
    const values = colors.map(({ color }) => color[channel]);
    return { channel, spread: Math.max(...values) - Math.min(...values) };
  });
  const widest = spreads.reduce((a, b) => (b.spread > a.spread ? b : a));
  return { colors, ...widest };
}

function meanOf({ colors }: Box): Color {
  const total = colors.reduce((sum, { count }) => sum + count, 0);
  return ([0, 1, 2] as const).map((channel) =>
    Math.round(colors.reduce((sum, { color, count }) => sum + color[channel] * count, 0) / total),
  ) as Color;
}

/** At most `size` colours for an image (median cut, Heckbert 1982); the most frequent one is kept exactly. */
function paletteOf(
  counts: ReadonlyMap<number, number>,
  size: number,
): { palette: Color[]; index: Map<number, number> } {
  const all = [...counts].map(([value, count]) => ({
    color: [value >> 16, (value >> 8) & 255, value & 255] as Color,
    count,
  }));
  all.sort((a, b) => b.count - a.count);
  const exact = all.slice(0, 8);
  const rest = all.slice(8);
  const boxes = rest.length > 0 ? [boxOf(rest)] : [];
  while (boxes.length > 0 && boxes.length < size - exact.length) {
    const at = boxes.reduce((best, box, index) => (box.spread > boxes[best]!.spread ? index : best), 0);
    const { colors, channel, spread } = boxes[at]!;
    if (spread === 0) break;
    colors.sort((a, b) => a.color[channel] - b.color[channel]);
    const middle = colors.length >> 1;
    boxes.splice(at, 1, boxOf(colors.slice(0, middle)), boxOf(colors.slice(middle)));
  }
  const groups = [...exact.map((one) => boxOf([one])), ...boxes];
  const index = new Map<number, number>();
  for (const [place, { colors }] of groups.entries()) {
    for (const { color } of colors) index.set((color[0] << 16) | (color[1] << 8) | color[2], place);
  }
  return { palette: groups.map(meanOf), index };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG (ISO/IEC 15948) with a palette of at most 128 colours of three bytes per pixel: a third of an RGB file. */
export function encodeIndexedPng(rgb: Uint8Array, width: number, height: number): Buffer {
  const values = Array.from(
    { length: width * height },
    (_, at) => (rgb[3 * at]! << 16) | (rgb[3 * at + 1]! << 8) | rgb[3 * at + 2]!,
  );
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const { palette, index } = paletteOf(counts, 128);
  const rows = Buffer.alloc(height * (width + 1));
  for (const [at, value] of values.entries()) {
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index.get(value)!;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
