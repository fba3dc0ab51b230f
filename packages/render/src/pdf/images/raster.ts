import { deflateSync } from 'node:zlib';

// Samples are written with the filters of PNG (ISO/IEC 15948, 9), which PDF readers decode as predictor 15.

/** Samples row by row; each row begins at a byte boundary. */
export interface Raster {
  width: number;
  height: number;
  components: number;
  bits: number;
  samples: Uint8Array;
}

export function rowBytes({ width, components, bits }: Omit<Raster, 'samples' | 'height'>): number {
  return Math.ceil((width * components * bits) / 8);
}

/** A stream object of compressed PNG rows; `entries` describe the samples. */
export function rasterObject(
  packed: Uint8Array,
  { width, height, components, bits }: Omit<Raster, 'samples'>,
  entries: string,
): Buffer {
  const dictionary =
    `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent ${bits}${entries}/Filter/FlateDecode` +
    `/DecodeParms<</Predictor 15/Colors ${components}/BitsPerComponent ${bits}/Columns ${width}>>/Length ${packed.length}>>`;
  return Buffer.concat([
    Buffer.from(`${dictionary}\nstream\n`, 'latin1'),
    packed,
    Buffer.from('\nendstream', 'latin1'),
  ]);
}

/** Filters each row with the filter of the smallest sum of differences, the heuristic of PNG, and compresses all rows. */
export function packRaster(raster: Raster): Buffer {
  const { height, components, bits, samples } = raster;
  const length = rowBytes(raster);
  const step = Math.max(1, (components * bits) >> 3);
  const out = Buffer.alloc(height * (length + 1));
  const tried = [0, 1, 2, 4].map((filter) => ({ filter, row: new Uint8Array(length) }));
  for (let y = 0; y < height; y += 1) {
    const start = y * length;
    let best = tried[0] as (typeof tried)[number];
    let least = Number.POSITIVE_INFINITY;
    for (const candidate of tried) {
      const sum = filterRow(samples, start, length, step, y === 0, candidate.filter, candidate.row);
      if (sum >= least) continue;
      least = sum;
      best = candidate;
    }
    out[y * (length + 1)] = best.filter;
    out.set(best.row, y * (length + 1) + 1);
  }
  return deflateSync(out, { level: 9 });
}

function filterRow(
  samples: Uint8Array,
  start: number,
  length: number,
  step: number,
  isFirst: boolean,
  filter: number,
  row: Uint8Array,
): number {
  let sum = 0;
  for (let x = 0; x < length; x += 1) {
    const at = start + x;
    const left = x >= step ? (samples[at - step] as number) : 0;
    const above = isFirst ? 0 : (samples[at - length] as number);
    const corner = isFirst || x < step ? 0 : (samples[at - length - step] as number);
    const value = ((samples[at] as number) - predicted(filter, left, above, corner)) & 0xff;
    row[x] = value;
    sum += value < 128 ? value : 256 - value;
  }
  return sum;
}

export function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const estimate = left + above - corner;
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - above), Math.abs(estimate - corner)];
  return a <= b && a <= c ? left : b <= c ? above : corner;
}

/** Splits pixels into color samples and the last component, alpha; alpha is null when all pixels are opaque. */
export function splitAlpha(raster: Raster): { color: Raster; alpha: Raster | null } {
  const { width, height, components, bits, samples } = raster;
  const bytes = bits >> 3;
  const colors = components - 1;
  const color = new Uint8Array(width * height * colors * bytes);
  const alpha = new Uint8Array(width * height * bytes);
  let isOpaque = true;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const from = pixel * components * bytes;
    for (let at = 0; at < colors * bytes; at += 1)
      color[pixel * colors * bytes + at] = samples[from + at] as number;
    for (let at = 0; at < bytes; at += 1) {
      const value = samples[from + colors * bytes + at] as number;
      alpha[pixel * bytes + at] = value;
      if (value !== 255) isOpaque = false;
    }
  }
  const size = { width, height, bits };
  return {
    color: { ...size, components: colors, samples: color },
    alpha: isOpaque ? null : { ...size, components: 1, samples: alpha },
  };
}
