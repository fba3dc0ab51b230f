import { PassThrough, pipeline, type Readable } from 'node:stream';

/** Passes a stream on and counts its bytes; an error of the source ends what is passed on with the same error. */
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
