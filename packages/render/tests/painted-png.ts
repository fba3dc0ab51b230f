import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number, alpha?: number];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A PNG of 8 bits whose pixels have the colours that `colorAt` returns for them: all with alpha, or none. */
export function paintedPng(width: number, height: number, colorAt: (x: number, y: number) => Color): Buffer {
  const channels = colorAt(0, 0).length;
  const stride = 1 + width * channels;
  const raw = Buffer.alloc(height * stride);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, at = y * stride + 1; x < width; x += 1, at += channels) {
      const color = colorAt(x, y);
      // One by one: an array for each of millions of pixels takes seconds.
      for (let channel = 0; channel < channels; channel += 1) raw[at + channel] = color[channel]!;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, channels === 4 ? 6 : 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const colors = {
  red: [255, 0, 0],
  green: [0, 160, 0],
  blue: [0, 0, 255],
  black: [0, 0, 0],
} as const satisfies Record<string, Color>;
