import { inverseFactors, toSamples } from './cosine.ts';
import type { JpegComponent, JpegFrame } from './frame.ts';
import type { Plane } from './planes.ts';
import { type Band, ScanReader } from './scan-reader.ts';

/**
 * The quantized coefficients of a file, a row of MCUs at a time. The blocks are reused for the next row. Throws
 * UnreadableImage for damaged data.
 */
export function* bandsOf(bytes: Buffer, frame: JpegFrame): Generator<Band> {
  const readers = frame.scans.map((scan) => new ScanReader(bytes, scan, frame.isProgressive));
  const band = new Map(
    frame.components.map((component) => [
      component,
      new Int16Array(component.paddedBlocksAcross * component.down * 64),
    ]),
  );
  for (let row = 0; row < frame.mcusDown; row += 1) {
    for (const coefficients of band.values()) coefficients.fill(0);
    for (const reader of readers) reader.read(band, row, frame.mcusAcross);
    yield band;
  }
}

/** The samples of each component, not scaled to the size of the others. */
export function planesOf(bytes: Buffer, frame: JpegFrame): Plane[] {
  const planes = frame.components.map(({ across, down, width, height }) => {
    const data = new Uint8ClampedArray(width * height);
    return { ...{ across, down, width, height, data, origin: 0 }, stepX: 1, stepY: width };
  });
  const factors = frame.components.map(({ quantizers }) => inverseFactors(quantizers));
  const block = new Float64Array(64);
  let row = 0;
  for (const band of bandsOf(bytes, frame)) {
    for (const [index, component] of frame.components.entries()) {
      const coefficients = band.get(component) as Int16Array;
      const factor = factors[index] as Float64Array;
      const plane = planes[index] as Plane;
      forEachBlock(component, row, (x, y, from) => {
        for (let at = 0; at < 64; at += 1)
          block[at] = (coefficients[from + at] as number) * (factor[at] as number);
        toSamples(block);
        store(block, plane, x, y);
      });
    }
    row += 1;
  }
  return planes;
}

/** The blocks that hold samples: the position of the first sample, and of the first coefficient in the band. */
function forEachBlock(
  { down, blocksAcross, blocksDown, paddedBlocksAcross }: JpegComponent,
  row: number,
  take: (x: number, y: number, from: number) => void,
): void {
  for (let y = 0; y < down && row * down + y < blocksDown; y += 1) {
    for (let x = 0; x < blocksAcross; x += 1) {
      take(x * 8, (row * down + y) * 8, (y * paddedBlocksAcross + x) * 64);
    }
  }
}

function store(block: Float64Array, { data, width, height }: Plane, left: number, top: number): void {
  const [columns, rows] = [Math.min(8, width - left), Math.min(8, height - top)];
  for (let y = 0; y < rows; y += 1) {
    const to = (top + y) * width + left;
    for (let x = 0; x < columns; x += 1) data[to + x] = (block[y * 8 + x] as number) + 128;
  }
}
