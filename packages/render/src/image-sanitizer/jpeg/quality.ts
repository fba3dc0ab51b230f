import { ByteSink, TooManyBytes } from '../byte-sink.ts';
import { quantizersOf } from './tables.ts';
import type { Encoding } from './transcode.ts';

const qualities = [90, 75, 50] as const;

type Colors = Pick<Encoding, 'model' | 'profile'>;

/** Lowers the quality until the file is small enough. Throws TooManyBytes when it never is. */
export function withQuality<T>(maxBytes: number, colors: Colors, encode: (encoding: Encoding) => T): T {
  for (const encoding of encodings(maxBytes, colors)) {
    try {
      return encode(encoding);
    } catch (error) {
      if (!(error instanceof TooManyBytes)) throw error;
    }
  }
  throw new TooManyBytes();
}

/** The same for an encoder that waits for its rows. */
export async function withQualityLater<T>(
  maxBytes: number,
  colors: Colors,
  encode: (encoding: Encoding) => Promise<T>,
): Promise<T> {
  for (const encoding of encodings(maxBytes, colors)) {
    try {
      return await encode(encoding);
    } catch (error) {
      if (!(error instanceof TooManyBytes)) throw error;
    }
  }
  throw new TooManyBytes();
}

/** From the finest one on, with one sink for all of them. */
function* encodings(maxBytes: number, colors: Colors): Generator<Encoding> {
  const sink = new ByteSink(maxBytes);
  for (const quality of qualities) {
    sink.clear();
    yield { ...colors, sink, quantizers: quantizersOf(quality) };
  }
}
