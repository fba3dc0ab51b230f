import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

/**
 * Streams a file. Status and headers are sent with the first byte: an error before that is thrown and answered as an
 * error; a later one closes the connection, so that a truncated file is never taken for a complete one.
 */
export async function streamTo(
  response: Response,
  stream: Readable,
  { status = 200, head }: { status?: number; head: Record<string, string> },
): Promise<void> {
  response.once('close', () => stream.destroy());
  if (response.destroyed) stream.destroy();
  await firstByte(stream);
  if (response.destroyed) return;
  response.status(status).set(head);
  await pipeline(stream, response).catch(() => response.destroy());
}

/** Also resolves when the stream ends without data or is aborted. */
function firstByte(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('readable', resolve);
    stream.once('close', resolve);
    stream.once('error', reject);
  });
}
