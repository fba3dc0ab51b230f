import { type Plane, PlaneEncoder } from './planes.ts';
import type { Encoding } from './transcode.ts';
import { JpegWriter } from './writer.ts';

interface Shape {
  width: number;
  height: number;
  /** Pixels for each sample of chroma, across and down. */
  subsampling?: 1 | 2;
}

/** Encodes rows of red, green and blue, or of grey, as they come: those of one row of blocks are held. */
export class RowEncoder {
  readonly #writer: JpegWriter;
  readonly #encoder: PlaneEncoder;
  readonly #planes: Plane[];
  readonly #width: number;
  readonly #height: number;
  readonly #subsampling: 1 | 2;
  #row = 0;

  constructor({ width, height, subsampling = 1 }: Shape, { sink, quantizers, ...rest }: Encoding) {
    this.#width = width;
    this.#height = height;
    this.#subsampling = subsampling;
    this.#planes = Array.from({ length: rest.model === 'grey' ? 1 : 3 }, (_, index) => {
      const own = index === 0 ? subsampling : 1;
      const columns = index === 0 ? width : Math.ceil(width / subsampling);
      return {
        ...{ across: own, down: own, width: columns, height: own * 8, origin: 0, stepX: 1, stepY: columns },
        data: new Float32Array(columns * own * 8),
      };
    });
    const components = this.#planes.map(({ across, down }) => ({ across, down, quantizers }));
    this.#writer = new JpegWriter(sink, { width, height, ...rest, components });
    this.#encoder = new PlaneEncoder(
      this.#writer,
      components.map(() => quantizers),
    );
  }

  /** A row whose pixels are `pixel` bytes apart, and their colours `color` bytes. */
  row(samples: Uint8Array, pixel: number, color: number): void {
    const rows = this.#subsampling * 8;
    const line = this.#row % rows;
    const [luma, blueness, redness] = this.#planes.map(({ data }) => data) as [
      Plane['data'],
      ...Plane['data'][],
    ];
    this.#row += 1;
    const isLast = this.#row === this.#height;
    if (!blueness || !redness) {
      for (let x = 0; x < this.#width; x += 1) luma[line * this.#width + x] = samples[x * pixel] as number;
    } else {
      if (line === 0) {
        blueness.fill(0);
        redness.fill(0);
      }
      const shift = this.#subsampling - 1;
      const isHalf = shift === 1 && isLast && line % 2 === 0;
      const weight = (isHalf ? 2 : 1) / this.#subsampling ** 2;
      this.#convert(samples, pixel, color, line, { luma, blueness, redness, shift, weight });
    }
    if (line === rows - 1 || isLast) this.#encode(line + 1);
  }

  finish(): Buffer {
    return this.#writer.finish();
  }

  /** To luma and chroma (JFIF, of ITU-R BT.601); chroma is the mean of its pixels. */
  #convert(
    samples: Uint8Array,
    pixel: number,
    color: number,
    line: number,
    { luma, blueness, redness, shift, weight }: Chroma,
  ): void {
    const width = this.#width;
    const start = (line >> shift) * (this.#planes[1] as Plane).width;
    for (let x = 0, from = 0, to = line * width; x < width; x += 1, from += pixel, to += 1) {
      const red = samples[from] as number;
      const green = samples[from + color] as number;
      const blue = samples[from + color * 2] as number;
      luma[to] = 0.299 * red + 0.587 * green + 0.114 * blue;
      const isAlone = shift === 1 && x === width - 1 && x % 2 === 0;
      const share = isAlone ? weight * 2 : weight;
      const place = start + (x >> shift);
      blueness[place] =
        (blueness[place] as number) + share * (128 - 0.168_736 * red - 0.331_264 * green + 0.5 * blue);
      redness[place] =
        (redness[place] as number) + share * (128 + 0.5 * red - 0.418_688 * green - 0.081_312 * blue);
    }
  }

  #encode(lines: number): void {
    const planes = this.#planes.map((plane, index) => ({
      ...plane,
      height: index === 0 ? lines : Math.ceil(lines / this.#subsampling),
    }));
    this.#encoder.write(planes, 0, Math.ceil(this.#width / (8 * this.#subsampling)));
  }
}

interface Chroma {
  luma: Plane['data'];
  blueness: Plane['data'];
  redness: Plane['data'];
  /** 1 where two pixels share a sample. */
  shift: number;
  weight: number;
}
