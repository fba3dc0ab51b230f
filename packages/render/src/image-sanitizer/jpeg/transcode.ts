import type { ByteSink } from '../byte-sink.ts';
import { bandsOf } from './decoder.ts';
import type { JpegComponent, JpegFrame } from './frame.ts';
import { type Plane, PlaneEncoder } from './planes.ts';
import { type ColorModel, JpegWriter } from './writer.ts';

/** How a file is encoded. */
export interface Encoding {
  sink: ByteSink;
  model: ColorModel;
  /** In rows of eight. */
  quantizers: Uint16Array;
  profile: Buffer | null;
}

/**
 * Encodes the coefficients of a file anew: they are decoded, and quantized more coarsely where the file is finer than
 * `quantizers`. Without a way through samples nothing else is lost.
 */
export function transcode(bytes: Buffer, frame: JpegFrame, { sink, quantizers, ...rest }: Encoding): Buffer {
  const components = frame.components.map((component) => ({
    ...component,
    quantizers: component.quantizers.map((own, at) => Math.min(255, Math.max(own, quantizers[at] as number))),
  }));
  const ratios = frame.components.map(({ quantizers: own }, index) =>
    Float64Array.from(own, (value, at) => value / (components[index]!.quantizers[at] as number)),
  );
  const writer = new JpegWriter(sink, { ...frame, ...rest, components });
  const block = new Int16Array(64);
  for (const band of bandsOf(bytes, frame)) {
    for (let mcu = 0; mcu < frame.mcusAcross; mcu += 1) {
      for (const [index, component] of frame.components.entries()) {
        const coefficients = band.get(component) as Int16Array;
        const ratio = ratios[index] as Float64Array;
        for (const from of blocksOf(component, mcu)) {
          for (let at = 0; at < 64; at += 1) {
            const value = coefficients[from + at] as number;
            block[at] = value === 0 ? 0 : Math.round(value * (ratio[at] as number));
          }
          writer.block(index, block, 0);
        }
      }
    }
  }
  return writer.finish();
}

/** The positions of an MCU's blocks in the band. */
function blocksOf({ across, down, paddedBlocksAcross }: JpegComponent, mcu: number): number[] {
  return Array.from(
    { length: across * down },
    (_, index) => (((index / across) | 0) * paddedBlocksAcross + mcu * across + (index % across)) * 64,
  );
}

/** Encodes samples. */
export function encodePlanes(
  planes: readonly Plane[],
  size: { width: number; height: number },
  { sink, quantizers, ...rest }: Encoding,
): Buffer {
  const writer = new JpegWriter(sink, {
    ...{ ...size, ...rest },
    components: planes.map(({ across, down }) => ({ across, down, quantizers })),
  });
  const encoder = new PlaneEncoder(
    writer,
    planes.map(() => quantizers),
  );
  const [mostAcross, mostDown] = [
    Math.max(...planes.map(({ across }) => across)),
    Math.max(...planes.map(({ down }) => down)),
  ];
  const mcusAcross = Math.ceil(size.width / (8 * mostAcross));
  const mcusDown = Math.ceil(size.height / (8 * mostDown));
  for (let row = 0; row < mcusDown; row += 1) encoder.write(planes, row, mcusAcross);
  return writer.finish();
}
