import { forwardFactors, toCoefficients } from './cosine.ts';
import type { JpegWriter } from './writer.ts';

/** Samples of a component; sample (x, y) is at `origin + x * stepX + y * stepY`. */
export interface Plane {
  /** Sampling factors, across and down. */
  across: number;
  down: number;
  width: number;
  height: number;
  data: Uint8Array | Uint8ClampedArray | Float32Array;
  origin: number;
  stepX: number;
  stepY: number;
}

/** Rotates and mirrors a plane of the given orientation (Exif 2.32, tag 274) to orientation 1, without a copy. */
export function upright(plane: Plane, orientation: number): Plane {
  const { across, down, width, height, origin, stepX, stepY } = plane;
  const right = origin + (width - 1) * stepX;
  const bottom = origin + (height - 1) * stepY;
  const corner = right + (height - 1) * stepY;
  const turned = { ...plane, across: down, down: across, width: height, height: width };
  switch (orientation) {
    case 2:
      return { ...plane, origin: right, stepX: -stepX };
    case 3:
      return { ...plane, origin: corner, stepX: -stepX, stepY: -stepY };
    case 4:
      return { ...plane, origin: bottom, stepY: -stepY };
    case 5:
      return { ...turned, stepX: stepY, stepY: stepX };
    case 6:
      return { ...turned, origin: bottom, stepX: -stepY, stepY: stepX };
    case 7:
      return { ...turned, origin: corner, stepX: -stepY, stepY: -stepX };
    case 8:
      return { ...turned, origin: right, stepX: stepY, stepY: -stepX };
    default:
      return plane;
  }
}

/** Writes rows of MCUs from samples. */
export class PlaneEncoder {
  readonly #writer: JpegWriter;
  readonly #factors: readonly Float64Array[];
  readonly #block = new Float64Array(64);
  readonly #quantized = new Int16Array(64);

  constructor(writer: JpegWriter, quantizers: readonly Uint16Array[]) {
    this.#writer = writer;
    this.#factors = quantizers.map(forwardFactors);
  }

  /** Writes one row of MCUs; `row` counts the rows of MCUs within the planes. */
  write(planes: readonly Plane[], row: number, mcusAcross: number): void {
    for (let mcu = 0; mcu < mcusAcross; mcu += 1) {
      for (const [index, plane] of planes.entries()) {
        for (let y = 0; y < plane.down; y += 1) {
          for (let x = 0; x < plane.across; x += 1) {
            this.#writeBlock(index, plane, (mcu * plane.across + x) * 8, (row * plane.down + y) * 8);
          }
        }
      }
    }
  }

  /** Blocks beyond the edge repeat its samples. */
  #writeBlock(index: number, plane: Plane, left: number, top: number): void {
    const { data, width, height, origin, stepX, stepY } = plane;
    const block = this.#block;
    const isInside = left + 8 <= width && top + 8 <= height;
    for (let y = 0; y < 8; y += 1) {
      const from = origin + (isInside ? top + y : Math.min(top + y, height - 1)) * stepY;
      for (let x = 0; x < 8; x += 1) {
        const column = isInside ? left + x : Math.min(left + x, width - 1);
        block[y * 8 + x] = (data[from + column * stepX] as number) - 128;
      }
    }
    toCoefficients(block);
    const factors = this.#factors[index] as Float64Array;
    for (let at = 0; at < 64; at += 1) {
      this.#quantized[at] = Math.round((block[at] as number) * (factors[at] as number));
    }
    this.#writer.block(index, this.#quantized, 0);
  }
}
