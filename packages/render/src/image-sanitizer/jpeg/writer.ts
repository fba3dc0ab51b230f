import type { ByteSink } from '../byte-sink.ts';
import { zigzag } from './frame.ts';
import { type HuffmanSpec, huffmanCodes } from './huffman.ts';
import { huffmanTables } from './tables.ts';

export interface WrittenComponent {
  /** Sampling factors, across and down. */
  across: number;
  down: number;
  /** In rows of eight, at most 255 each. */
  quantizers: Uint16Array;
}

/** How the components are to be read; Adobe's segment says it of RGB and of CMYK. */
export type ColorModel = 'grey' | 'ycc' | 'rgb' | 'cmyk' | 'cmyk-adobe' | 'ycck';

interface Head {
  width: number;
  height: number;
  model: ColorModel;
  components: readonly WrittenComponent[];
  profile: Buffer | null;
}

const profileMark = Buffer.from('ICC_PROFILE\0', 'latin1');
/** Maximum bytes of a profile in one segment, whose length field has two bytes (ICC.1, B.4). */
const profilePart = 65_519;
/** The value `transform` of Adobe's segment (ISO/IEC 10918-6, 6.5.3). */
const adobe: Partial<Record<ColorModel, number>> = { rgb: 0, 'cmyk-adobe': 0, ycck: 2 };

interface Channel {
  dc: ReturnType<typeof huffmanCodes>;
  ac: ReturnType<typeof huffmanCodes>;
  prediction: number;
}

/** Writes a baseline JPEG of one scan (ISO/IEC 10918-1), block by block in the order of the scan. */
export class JpegWriter {
  readonly #sink: ByteSink;
  readonly #channels: Channel[];
  #buffer = 0;
  #count = 0;

  constructor(sink: ByteSink, head: Head) {
    this.#sink = sink;
    writeHead(sink, head);
    const luminance = channelOf(huffmanTables.luminance);
    const chrominance = channelOf(huffmanTables.chrominance);
    this.#channels = head.components.map((_, index) => ({
      ...(isChroma(head.model, index) ? chrominance : luminance),
      prediction: 0,
    }));
  }

  /** A block of quantized coefficients in rows of eight. */
  block(component: number, coefficients: Int16Array, at: number): void {
    const channel = this.#channels[component] as Channel;
    const { dc, ac } = channel;
    const value = clamped(coefficients[at] as number, -1_024);
    const difference = value - channel.prediction;
    channel.prediction = value;
    const size = sizeOf(difference);
    this.#put(dc.codes[size] as number, dc.lengths[size] as number);
    this.#put(difference < 0 ? difference + (1 << size) - 1 : difference, size);
    let run = 0;
    for (let index = 1; index < 64; index += 1) {
      const raw = coefficients[at + (zigzag[index] as number)] as number;
      if (raw === 0) {
        run += 1;
        continue;
      }
      for (; run > 15; run -= 16) this.#put(ac.codes[0xf0] as number, ac.lengths[0xf0] as number);
      const coefficient = clamped(raw, -1_023);
      const bits = sizeOf(coefficient);
      const symbol = (run << 4) | bits;
      this.#put(ac.codes[symbol] as number, ac.lengths[symbol] as number);
      this.#put(coefficient < 0 ? coefficient + (1 << bits) - 1 : coefficient, bits);
      run = 0;
    }
    if (run > 0) this.#put(ac.codes[0] as number, ac.lengths[0] as number);
  }

  finish(): Buffer {
    if (this.#count > 0) this.#put(0x7f, 7);
    this.#sink.bytes(Uint8Array.of(0xff, 0xd9));
    return this.#sink.finish();
  }

  /** At most 16 bits. Fewer than 8 bits wait between two calls. */
  #put(value: number, length: number): void {
    this.#buffer = (this.#buffer << length) | value;
    this.#count += length;
    while (this.#count >= 8) {
      this.#count -= 8;
      const byte = (this.#buffer >>> this.#count) & 0xff;
      this.#sink.byte(byte);
      if (byte === 0xff) this.#sink.byte(0);
    }
  }
}

const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value));
/** The largest values that baseline coding knows; beyond are only those of broken files. */
const clamped = (value: number, least: number) => (value > 1_023 ? 1_023 : value < least ? least : value);
const isChroma = (model: ColorModel, index: number) =>
  (model === 'ycc' || model === 'ycck') && (index === 1 || index === 2);
const channelOf = ({ dc, ac }: { dc: HuffmanSpec; ac: HuffmanSpec }) => ({
  dc: huffmanCodes(dc),
  ac: huffmanCodes(ac),
});

function writeHead(sink: ByteSink, { width, height, model, components, profile }: Head): void {
  const segment = (mark: number, ...data: (Uint8Array | readonly number[])[]) => {
    const body = Buffer.concat(data.map((part) => Uint8Array.from(part)));
    sink.bytes(Uint8Array.of(0xff, mark, (body.length + 2) >> 8, (body.length + 2) & 0xff));
    sink.bytes(body);
  };
  sink.bytes(Uint8Array.of(0xff, 0xd8));
  const transform = adobe[model];
  if (transform !== undefined) segment(0xee, Buffer.from('Adobe'), [0, 100, 0, 0, 0, 0, transform]);
  else if (model !== 'cmyk') segment(0xe0, Buffer.from('JFIF\0'), [1, 1, 0, 0, 1, 0, 1, 0, 0]);
  const count = Math.ceil((profile?.length ?? 0) / profilePart);
  for (let part = 0; profile && part < count; part += 1) {
    segment(
      0xe2,
      profileMark,
      [part + 1, count],
      profile.subarray(part * profilePart, (part + 1) * profilePart),
    );
  }
  for (const [id, { quantizers }] of components.entries()) {
    segment(
      0xdb,
      [id],
      Array.from(zigzag, (place) => quantizers[place] as number),
    );
  }
  const ids = model === 'rgb' ? [...Buffer.from('RGB')] : [1, 2, 3, 4];
  segment(
    0xc0,
    [8, height >> 8, height & 0xff, width >> 8, width & 0xff, components.length],
    ...components.map(({ across, down }, index) => [ids[index] as number, (across << 4) | down, index]),
  );
  for (const [id, { dc, ac }] of [huffmanTables.luminance, huffmanTables.chrominance].entries()) {
    if (id === 1 && !components.some((_, index) => isChroma(model, index))) continue;
    segment(0xc4, [id], dc.counts, dc.values, [0x10 | id], ac.counts, ac.values);
  }
  segment(
    0xda,
    [components.length],
    ...components.map((_, index) => [ids[index] as number, isChroma(model, index) ? 0x11 : 0]),
    [0, 63, 0],
  );
}
