import { Readable } from 'node:stream';
import { AppError } from '@sello/kit';
import type { BlobPart, Blobs, ByteRange } from './blobs.ts';

/** The parts that a range of the concatenated file consists of. */
function partsOfRange(parts: readonly BlobPart[], range?: ByteRange): BlobPart[] {
  if (range === undefined) return parts.filter((part) => part.length > 0);
  const pieces: BlobPart[] = [];
  let start = 0;
  for (const part of parts) {
    const from = Math.max(range.offset, start);
    const to = Math.min(range.offset + range.length, start + part.length);
    if (from < to) pieces.push({ key: part.key, offset: part.offset + from - start, length: to - from });
    start += part.length;
  }
  return pieces;
}

/** Streams parts as one file. An object that is too short fails the stream with `object_missing`; it is never truncated. */
export function concat(
  get: Blobs['get'],
  parts: readonly BlobPart[],
  options: { range?: ByteRange } = {},
): Readable {
  return Readable.from(piecesOf(get, partsOfRange(parts, options.range)), { objectMode: false });
}

async function* piecesOf(get: Blobs['get'], pieces: BlobPart[]): AsyncGenerator<Buffer> {
  for (const { key, offset, length } of pieces) {
    const { stream } = await get(key, { range: { offset, length } });
    let read = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      read += chunk.length;
      yield chunk;
    }
    if (read !== length) {
      throw new AppError('object_missing', {
        cause: new Error(`${key} has only ${read} of ${length} bytes`),
      });
    }
  }
}
