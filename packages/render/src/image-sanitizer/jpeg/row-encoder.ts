import { type Plane, PlaneEncoder } from './planes.ts';
import type { Encoding } from './transcode.ts';
import { JpegWriter } from './writer.ts';

/** Encodes rows of red, green and blue, or of grey, as they come: eight of them are held. Chroma is not subsampled. */
export class RowEncoder {
  readonly #writer: JpegWriter;
  readonly #encoder: PlaneEncoder;
  readonly #planes: Plane[];
  readonly #width: number;
  readonly #height: number;
  #row = 0;

  constructor(size: { width: number; height: number }, { sink, quantizers, ...rest }: Encoding) {
    const count = rest.model === 'grey' ? 1 : 3;
    const components = Array.from({ length: count }, () => ({ across: 1, down: 1, quantizers }));
    this.#writer = new JpegWriter(sink, { ...size, ...rest, components });
    this.#encoder = new PlaneEncoder(
      this.#writer,
      components.map(() => quantizers),
    );
    this.#width = size.width;
    this.#height = size.height;
    this.#planes = components.map(() => ({
      ...{ across: 1, down: 1, width: size.width, height: 8, origin: 0, stepX: 1, stepY: size.width },
      data: new Uint8ClampedArray(size.width * 8),
    }));
  }

  /** A row whose pixels are `pixel` bytes apart, and their colours `color` bytes. */
  row(samples: Uint8Array, pixel: number, color: number): void {
    const line = this.#row % 8;
    const [first, second, third] = this.#planes.map(({ data }) => data) as [
      Uint8ClampedArray,
      ...Uint8ClampedArray[],
    ];
    for (let x = 0, from = 0, to = line * this.#width; x < this.#width; x += 1, from += pixel, to += 1) {
      const red = samples[from] as number;
      if (!second || !third) {
        first[to] = red;
        continue;
      }
      const green = samples[from + color] as number;
      const blue = samples[from + color * 2] as number;
      // JFIF, of ITU-R BT.601.
      first[to] = 0.299 * red + 0.587 * green + 0.114 * blue;
      second[to] = 128 - 0.168_736 * red - 0.331_264 * green + 0.5 * blue;
      third[to] = 128 + 0.5 * red - 0.418_688 * green - 0.081_312 * blue;
    }
    this.#row += 1;
    if (line === 7 || this.#row === this.#height) this.#encode(line + 1);
  }

  finish(): Buffer {
    return this.#writer.finish();
  }

  #encode(lines: number): void {
    const planes = this.#planes.map((plane) => ({ ...plane, height: lines }));
    this.#encoder.write(planes, 0, Math.ceil(this.#width / 8));
  }
}
