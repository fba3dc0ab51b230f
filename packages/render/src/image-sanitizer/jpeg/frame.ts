import { UnreadableImage } from '../../pdf/images/image.ts';
import { HuffmanDecoder, type HuffmanSpec } from './huffman.ts';

// The markers of baseline, extended sequential and progressive JPEG (ISO/IEC 10918-1, Annex B).

/** The order in which coefficients are coded, as positions in rows of eight. */
export const zigzag = new Uint8Array(64);
for (let diagonal = 0, index = 0; diagonal < 15; diagonal += 1) {
  for (let step = 0; step <= diagonal; step += 1) {
    const [row, column] = diagonal % 2 === 0 ? [diagonal - step, step] : [step, diagonal - step];
    if (row < 8 && column < 8) zigzag[index++] = row * 8 + column;
  }
}

export interface JpegComponent {
  id: number;
  /** Sampling factors, across and down. */
  across: number;
  down: number;
  /** Samples. */
  width: number;
  height: number;
  /** Blocks that hold samples, and blocks in a row of MCUs. */
  blocksAcross: number;
  blocksDown: number;
  paddedBlocksAcross: number;
  quantizers: Uint16Array;
}

export interface JpegScan {
  components: readonly { component: JpegComponent; dc: HuffmanDecoder | null; ac: HuffmanDecoder | null }[];
  spectrum: readonly [first: number, last: number];
  /** Bit position of this scan and of the one that it refines (Al, Ah). */
  low: number;
  high: number;
  restartInterval: number;
  from: number;
  to: number;
}

export interface JpegFrame {
  width: number;
  height: number;
  isProgressive: boolean;
  components: readonly JpegComponent[];
  mcusAcross: number;
  mcusDown: number;
  scans: readonly JpegScan[];
}

/** A scan for each bit of each coefficient would be more; encoders write about ten. */
const maxScans = 200;

interface Tables {
  quantizers: (Uint16Array | undefined)[];
  /** DC tables at 0 to 3, AC tables at 16 to 19. */
  huffman: (HuffmanSpec | undefined)[];
  restartInterval: number;
}

/** Reads all markers of a file that `readJpeg` accepted. Throws UnreadableImage. */
export function readFrame(bytes: Buffer): JpegFrame {
  const tables: Tables = { quantizers: [], huffman: [], restartInterval: 0 };
  let frame: (Omit<JpegFrame, 'scans'> & { tables: Map<JpegComponent, number> }) | null = null;
  const scans: JpegScan[] = [];
  let at = 2;
  for (;;) {
    if (at + 2 > bytes.length) throw new UnreadableImage('incomplete');
    if (bytes[at] !== 0xff) throw new UnreadableImage('damaged');
    const mark = bytes[at + 1] as number;
    if (mark === 0xd9) break;
    if (mark === 0xff || (mark >= 0xd0 && mark <= 0xd7)) {
      at += mark === 0xff ? 1 : 2;
      continue;
    }
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (length < 2 || segment.length !== length - 2) throw new UnreadableImage('incomplete');
    at += 2 + length;
    if (mark === 0xdb) readQuantizers(segment, tables);
    else if (mark === 0xc4) readHuffman(segment, tables);
    else if (mark === 0xdd && segment.length >= 2) tables.restartInterval = segment.readUInt16BE(0);
    else if (mark === 0xc0 || mark === 0xc1 || mark === 0xc2) {
      if (frame) throw new UnreadableImage('damaged');
      frame = frameOf(segment, mark === 0xc2);
    } else if (mark === 0xda) {
      if (!frame || scans.length === maxScans) throw new UnreadableImage('damaged');
      const to = endOfScan(bytes, at);
      scans.push({ ...scanOf(segment, frame, tables), from: at, to });
      at = to;
    }
  }
  if (!frame || scans.length === 0) throw new UnreadableImage('incomplete');
  return { ...frame, scans };
}

function readQuantizers(segment: Buffer, { quantizers }: Tables): void {
  for (let at = 0; at < segment.length; ) {
    const [precision, id] = [(segment[at] as number) >> 4, (segment[at] as number) & 15];
    const size = precision === 0 ? 1 : 2;
    if (precision > 1 || id > 3 || at + 1 + 64 * size > segment.length) {
      throw new UnreadableImage('damaged');
    }
    const table = new Uint16Array(64);
    for (let index = 0; index < 64; index += 1) {
      table[zigzag[index] as number] = segment.readUIntBE(at + 1 + index * size, size);
    }
    quantizers[id] = table;
    at += 1 + 64 * size;
  }
}

function readHuffman(segment: Buffer, { huffman }: Tables): void {
  for (let at = 0; at + 17 <= segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const values = segment.subarray(at + 17, at + 17 + total);
    if (total > 256 || values.length !== total) throw new UnreadableImage('damaged');
    huffman[(segment[at] as number) & 0x1f] = { counts, values };
    at += 17 + total;
  }
}

function frameOf(segment: Buffer, isProgressive: boolean) {
  const [height, width, count] = [segment.readUInt16BE(1), segment.readUInt16BE(3), segment[5] as number];
  if (segment.length < 6 + count * 3) throw new UnreadableImage('damaged');
  const factors = Array.from({ length: count }, (_, index) => {
    const [id, both, table] = segment.subarray(6 + index * 3, 9 + index * 3);
    // Without others to be interleaved with, the factors of a component have no meaning.
    const [across, down] = count === 1 ? [1, 1] : [(both as number) >> 4, (both as number) & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new UnreadableImage('damaged');
    return { id: id as number, across, down, table: (table as number) & 3 };
  });
  const [mostAcross, mostDown] = [
    Math.max(...factors.map(({ across }) => across)),
    Math.max(...factors.map(({ down }) => down)),
  ];
  const mcusAcross = Math.ceil(width / (8 * mostAcross));
  const tables = new Map<JpegComponent, number>();
  const components = factors.map(({ id, across, down, table }) => {
    const samples = [
      Math.ceil((width * across) / mostAcross),
      Math.ceil((height * down) / mostDown),
    ] as const;
    const component = {
      ...{ id, across, down, width: samples[0], height: samples[1] },
      ...{ blocksAcross: Math.ceil(samples[0] / 8), blocksDown: Math.ceil(samples[1] / 8) },
      paddedBlocksAcross: mcusAcross * across,
      quantizers: new Uint16Array(64),
    };
    tables.set(component, table);
    return component;
  });
  const mcusDown = Math.ceil(height / (8 * mostDown));
  return { width, height, isProgressive, components, mcusAcross, mcusDown, tables };
}

function scanOf(
  segment: Buffer,
  frame: Omit<JpegFrame, 'scans'> & { tables: Map<JpegComponent, number> },
  { huffman, quantizers, restartInterval }: Tables,
): Omit<JpegScan, 'from' | 'to'> {
  const count = segment[0] as number;
  if (count < 1 || count > 4 || segment.length < 4 + count * 2) {
    throw new UnreadableImage('damaged');
  }
  const [first, last, bits] = segment.subarray(1 + count * 2, 4 + count * 2) as unknown as [
    number,
    number,
    number,
  ];
  const spectrum = frame.isProgressive ? ([first, last] as const) : ([0, 63] as const);
  const [high, low] = frame.isProgressive ? [bits >> 4, bits & 15] : [0, 0];
  const isPossible =
    !frame.isProgressive ||
    (first === 0 ? last === 0 : first <= last && last < 64 && count === 1 && low < 14);
  if (!isPossible || low > 13) throw new UnreadableImage('damaged');
  const table = (index: number) => {
    const spec = huffman[index];
    return spec ? new HuffmanDecoder(spec) : null;
  };
  const components = Array.from({ length: count }, (_, index) => {
    const [id, both] = segment.subarray(1 + index * 2, 3 + index * 2) as unknown as [number, number];
    const component = frame.components.find((one) => one.id === id);
    if (!component) throw new UnreadableImage('damaged');
    const own = quantizers[frame.tables.get(component) as number];
    if (own && component.quantizers[0] === 0) component.quantizers.set(own);
    return { component, dc: table((both >> 4) & 3), ac: table(16 + (both & 3)) };
  });
  if (new Set(components.map(({ component }) => component)).size < count) {
    throw new UnreadableImage('damaged');
  }
  return { components, spectrum, low, high, restartInterval };
}

/** The position of the next marker that is no restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const mark = bytes[at + 1];
    if (mark === undefined) break;
    if (mark !== 0 && mark !== 0xff && (mark < 0xd0 || mark > 0xd7)) return at;
  }
  throw new UnreadableImage('incomplete');
}
