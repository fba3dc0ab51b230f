// ICC profiles (ICC.1:2001-04 for version 2, ICC.1:2010 for version 4).

export type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];

/** The white point of the profile connection space, D50, rounded as in clause 7.2.16. */
export const d50: Vector = [0.9642, 1, 0.8249];

export function multiply(matrix: Matrix, [x, y, z]: Vector): Vector {
  const row = ([a, b, c]: Vector) => a * x + b * y + c * z;
  return [row(matrix[0]), row(matrix[1]), row(matrix[2])];
}

export function product(left: Matrix, right: Matrix): Matrix {
  const column = (at: 0 | 1 | 2): Vector => [right[0][at], right[1][at], right[2][at]];
  const [a, b, c] = [multiply(left, column(0)), multiply(left, column(1)), multiply(left, column(2))];
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

export function inverse([[a, b, c], [d, e, f], [g, h, i]]: Matrix): Matrix {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const part = (value: number) => value / determinant;
  return [
    [part(e * i - f * h), part(c * h - b * i), part(b * f - c * e)],
    [part(f * g - d * i), part(a * i - c * g), part(c * d - a * f)],
    [part(d * h - e * g), part(b * g - a * h), part(a * e - b * d)],
  ];
}

/** `s15Fixed16Number`. */
export function fixed(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeInt32BE(Math.round(value * 65_536), index * 4);
  });
  return bytes;
}

export function element(type: string, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([Buffer.from(type.padEnd(4), 'latin1'), Buffer.alloc(4), ...parts]);
}

export const xyz = (value: Vector): Buffer => element('XYZ', fixed(value));

export interface ProfileHeader {
  /** Major version. */
  version: 2 | 4;
  /** `mntr` display, `scnr` input. */
  deviceClass: string;
  /** The colour space of the device: `RGB`, `CMYK`. */
  space: string;
  connection: 'XYZ' | 'Lab';
}

/** A complete profile. Tags with equal bytes share them. Its date is constant, so equal input gives equal bytes. */
export function profile(header: ProfileHeader, tags: readonly (readonly [string, Buffer])[]): Buffer {
  const start = 128 + 4 + tags.length * 12;
  const parts: Buffer[] = [];
  const placed = new Map<Buffer, number>();
  let size = start;
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  tags.forEach(([name, data], index) => {
    let offset = placed.get(data);
    if (offset === undefined) {
      offset = size;
      placed.set(data, offset);
      const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
      parts.push(padded);
      size += padded.length;
    }
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(offset, 8 + index * 12);
    table.writeUInt32BE(data.length, 12 + index * 12);
  });
  const head = Buffer.alloc(128);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(header.version === 2 ? 0x02100000 : 0x04200000, 8);
  head.write(header.deviceClass.padEnd(4), 12, 'latin1');
  head.write(header.space.padEnd(4), 16, 'latin1');
  head.write(header.connection.padEnd(4), 20, 'latin1');
  [2026, 1, 1, 0, 0, 0].forEach((part, index) => {
    head.writeUInt16BE(part, 24 + index * 2);
  });
  head.write('acsp', 36, 'latin1');
  fixed(d50).copy(head, 68);
  return Buffer.concat([head, table, ...parts]);
}
