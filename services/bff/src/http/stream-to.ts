import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Streams a file. The head goes out with the first byte: until then a file that cannot be read is thrown, to be answered
 * as an error; one that breaks off later ends the connection, never in a short file.
 */
export async function streamTo(
  response: Response,
  stream: Readable,
  { status = 200, head }: { status?: number; head: Record<string, string> },
): Promise<void> {
  // Whoever asked has left: there is nobody to tell of an error either.
  response.once('close', () => stream.destroy());
  if (response.destroyed) stream.destroy();
  await firstByte(stream);
  if (response.destroyed) return;
  response.status(status).set(head);
  await pipeline(stream, response).catch(() => response.destroy());
}

/** Resolves as well when the stream ends without a byte or is given up. */
function firstByte(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve);
    stream.once('close', resolve);
    stream.once('error', reject);
  });
}
