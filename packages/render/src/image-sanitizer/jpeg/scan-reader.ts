import { UnreadableImage } from '../../pdf/images/image.ts';
import { BitReader } from './bit-reader.ts';
import { type JpegComponent, type JpegScan, zigzag } from './frame.ts';
import type { HuffmanDecoder } from './huffman.ts';

/** The coefficients of one row of MCUs: `down` rows of `paddedBlocksAcross` blocks of 64, quantized. */
export type Band = ReadonlyMap<JpegComponent, Int16Array>;

interface Part {
  component: JpegComponent;
  dc: HuffmanDecoder | null;
  ac: HuffmanDecoder | null;
  prediction: number;
}

/**
 * Decodes one scan, a row of MCUs at a time (ISO/IEC 10918-1, F.2 and G.2). All scans of a file can be read side by side, so
 * that of a progressive file, too, only one row of MCUs is held.
 */
export class ScanReader {
  readonly #scan: JpegScan;
  readonly #bits: BitReader;
  readonly #parts: Part[];
  readonly #isProgressive: boolean;
  #untilRestart: number;
  /** Blocks that follow without coefficients of this scan. */
  #endRun = 0;

  constructor(bytes: Buffer, scan: JpegScan, isProgressive: boolean) {
    this.#scan = scan;
    this.#bits = new BitReader(bytes, scan.from, scan.to);
    this.#parts = scan.components.map((part) => ({ ...part, prediction: 0 }));
    this.#isProgressive = isProgressive;
    this.#untilRestart = scan.restartInterval;
  }

  /** Adds what the scan has of row `row` of MCUs. Throws UnreadableImage. */
  read(band: Band, row: number, mcusAcross: number): void {
    if (this.#parts.length > 1) this.#readInterleaved(band, mcusAcross);
    else this.#readOne(band, row);
  }

  #readInterleaved(band: Band, mcusAcross: number): void {
    for (let mcu = 0; mcu < mcusAcross; mcu += 1) {
      this.#countMcu();
      for (const part of this.#parts) {
        const { across, down, paddedBlocksAcross } = part.component;
        const coefficients = band.get(part.component) as Int16Array;
        for (let y = 0; y < down; y += 1) {
          for (let x = 0; x < across; x += 1) {
            this.#readBlock(coefficients, (y * paddedBlocksAcross + mcu * across + x) * 64, part);
          }
        }
      }
    }
  }

  #readOne(band: Band, row: number): void {
    const part = this.#parts[0] as Part;
    const { down, blocksAcross, blocksDown, paddedBlocksAcross } = part.component;
    const coefficients = band.get(part.component) as Int16Array;
    for (let y = 0; y < down && row * down + y < blocksDown; y += 1) {
      for (let x = 0; x < blocksAcross; x += 1) {
        this.#countMcu();
        this.#readBlock(coefficients, (y * paddedBlocksAcross + x) * 64, part);
      }
    }
  }

  #countMcu(): void {
    if (this.#scan.restartInterval === 0) return;
    if (this.#untilRestart === 0) {
      this.#bits.restart();
      for (const part of this.#parts) part.prediction = 0;
      this.#endRun = 0;
      this.#untilRestart = this.#scan.restartInterval;
    }
    this.#untilRestart -= 1;
  }

  #readBlock(coefficients: Int16Array, at: number, part: Part): void {
    if (!this.#isProgressive) {
      this.#readDc(coefficients, at, part);
      this.#readAc(coefficients, at, tableOf(part.ac));
    } else if (this.#scan.spectrum[0] === 0) {
      if (this.#scan.high === 0) this.#readDc(coefficients, at, part);
      else if (this.#bits.bits(1) === 1)
        coefficients[at] = (coefficients[at] as number) | (1 << this.#scan.low);
    } else if (this.#scan.high === 0) {
      this.#readAc(coefficients, at, tableOf(part.ac));
    } else {
      this.#refineAc(coefficients, at, tableOf(part.ac));
    }
  }

  #readDc(coefficients: Int16Array, at: number, part: Part): void {
    const size = this.#bits.symbol(tableOf(part.dc));
    if (size > 16) throw new UnreadableImage('damaged');
    part.prediction = (part.prediction + this.#bits.signed(size)) | 0;
    coefficients[at] = part.prediction << this.#scan.low;
  }

  #readAc(coefficients: Int16Array, at: number, table: HuffmanDecoder): void {
    if (this.#endRun > 0) {
      this.#endRun -= 1;
      return;
    }
    const bits = this.#bits;
    const { spectrum, low } = this.#scan;
    const last = spectrum[1];
    for (let index = Math.max(1, spectrum[0]); index <= last; index += 1) {
      const symbol = bits.symbol(table);
      const [run, size] = [symbol >> 4, symbol & 15];
      if (size === 0) {
        if (run === 15) {
          index += 15;
          continue;
        }
        // Only progressive scans have runs of blocks (G.1.2.2).
        if (this.#isProgressive) this.#endRun = (1 << run) - 1 + bits.bits(run);
        return;
      }
      index += run;
      if (index > last) throw new UnreadableImage('damaged');
      coefficients[at + (zigzag[index] as number)] = bits.signed(size) << low;
    }
  }

  /** A further bit of coefficients (G.1.2.3). */
  #refineAc(coefficients: Int16Array, at: number, table: HuffmanDecoder): void {
    const bits = this.#bits;
    const { spectrum, low } = this.#scan;
    const one = 1 << low;
    let index = spectrum[0];
    if (this.#endRun === 0) {
      for (; index <= spectrum[1]; index += 1) {
        const symbol = bits.symbol(table);
        let run = symbol >> 4;
        let value = 0;
        if ((symbol & 15) === 0) {
          if (run < 15) {
            this.#endRun = (1 << run) + bits.bits(run);
            break;
          }
        } else {
          value = bits.bits(1) === 1 ? one : -one;
        }
        for (; index <= spectrum[1]; index += 1) {
          const place = at + (zigzag[index] as number);
          if (coefficients[place] !== 0) this.#refine(coefficients, place, one);
          else if (run === 0) {
            coefficients[place] = value;
            break;
          } else run -= 1;
        }
      }
    }
    if (this.#endRun === 0) return;
    for (; index <= spectrum[1]; index += 1) {
      const place = at + (zigzag[index] as number);
      if (coefficients[place] !== 0) this.#refine(coefficients, place, one);
    }
    this.#endRun -= 1;
  }

  #refine(coefficients: Int16Array, place: number, one: number): void {
    if (this.#bits.bits(1) === 0) return;
    const value = coefficients[place] as number;
    if ((value & one) === 0) coefficients[place] = value > 0 ? value + one : value - one;
  }
}

function tableOf(table: HuffmanDecoder | null): HuffmanDecoder {
  if (!table) throw new UnreadableImage('damaged');
  return table;
}
