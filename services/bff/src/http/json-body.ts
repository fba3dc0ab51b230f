import { finished, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError } from '@sello/kit';
import type { Request } from 'express';
import { type JsonBounds, JsonScan } from './json-scan.ts';
import { watchRate } from './upload-rate.ts';

export interface BodyBounds extends JsonBounds {
  /** Length after decompression. */
  bytes: number;
}

/** As it is, or with an escape of a character that it has. */
const mayNamePrototype = /__proto__|\\u00[5-7]/i;

function refusePrototype(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new SyntaxError('a member is called __proto__');
  return value;
}

/**
 * Reads a JSON body in UTF-8, optionally compressed with gzip, deflate or br. Bytes are counted while they are
 * decompressed, and values before they are parsed. Throws `payload_too_large` with the exceeded bound, and
 * `invalid_payload` for another content type, coding or charset, for invalid JSON, for an incomplete body and for a member
 * called `__proto__`, which copies of the value would take for its prototype, and `upload_too_slow` for a body that stalls
 * or is too slow.
 */
export async function readJsonBody(request: Request, bounds: BodyBounds): Promise<unknown> {
  if (!request.is('application/json')) throw new AppError('invalid_payload');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(request.get('content-type') ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) throw new AppError('invalid_payload');
  const bytes = await readBounded(request, bounds);
  try {
    const text = bytes.toString('utf8');
    const value: unknown = JSON.parse(text);
    if (mayNamePrototype.test(text)) JSON.parse(text, refusePrototype);
    return value;
  } catch (cause) {
    throw new AppError('invalid_payload', { cause });
  }
}

function inflated(request: Request): Readable {
  const coding = (request.get('content-encoding') ?? 'identity').toLowerCase();
  if (coding === 'identity') return request;
  const inflate =
    coding === 'gzip'
      ? createGunzip()
      : coding === 'deflate'
        ? createInflate()
        : coding === 'br'
          ? createBrotliDecompress()
          : undefined;
  if (inflate === undefined) throw new AppError('invalid_payload');
  return request.pipe(inflate);
}

function readBounded(request: Request, bounds: BodyBounds): Promise<Buffer> {
  const tooLarge = (bound: keyof BodyBounds) =>
    new AppError('payload_too_large', { details: { bound, limit: bounds[bound] } });
  const isPlain = request.get('content-encoding') === undefined;
  if (isPlain && Number(request.get('content-length')) > bounds.bytes) {
    request.resume();
    throw tooLarge('bytes');
  }
  const body = inflated(request);
  const scan = new JsonScan(bounds);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let sent = 0;
    const end = (error?: AppError) => {
      endWatch();
      stop();
      body.off('data', take);
      request.off('data', count);
      if (error === undefined) return resolve(Buffer.concat(chunks, length));
      if (body !== request) {
        request.unpipe();
        body.destroy();
      }
      // The rest of the body is read and discarded, so that a client that first sends everything gets the response.
      request.resume();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > bounds.bytes) return end(tooLarge('bytes'));
      const broken = scan.read(chunk);
      if (broken !== undefined) return end(tooLarge(broken));
      chunks.push(chunk);
    };
    // A compressed body may have more bytes than what they are decompressed to, even without end.
    const count = (chunk: Buffer) => {
      sent += chunk.length;
      if (sent > bounds.bytes) end(tooLarge('bytes'));
    };
    const stop = finished(body, { writable: false }, (cause) => {
      end(cause ? new AppError('invalid_payload', { cause }) : undefined);
    });
    // The decompression stream does not notice by itself that the client has disconnected.
    if (body !== request) {
      request.once('close', () => {
        if (!request.complete) body.destroy();
      });
    }
    const endWatch = watchRate(request, () => {
      // Who sends a byte now and then does not keep the connection.
      request.res?.set('connection', 'close');
      end(new AppError('upload_too_slow'));
    });
    if (body !== request) request.on('data', count);
    body.on('data', take);
  });
}
