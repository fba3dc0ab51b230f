import { PassThrough, pipeline, type Readable } from 'node:stream';

/** Counts the bytes of a stream as it is read. An error of the source destroys the returned stream with the same error. */
export function countBytes(source: Readable): { stream: Readable; bytes: () => number } {
  let bytes = 0;
  const counter = new PassThrough();
  counter.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  counter.pause();
  pipeline(source, counter, () => undefined);
  return { stream: counter, bytes: () => bytes };
}
