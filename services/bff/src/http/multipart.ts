import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Call } from '@sello/contracts';
import { AppError } from '@sello/kit';
import busboy from 'busboy';
import type { Request, Response } from 'express';
import { networkOf } from './client-network.ts';
import { sentFileName } from './file-name.ts';
import type { UploadedFile } from './implement.ts';
import { createThrottle, watchRate } from './upload-rate.ts';
import type { UploadSlots } from './upload-slots.ts';

export interface Multipart {
  fields: Record<string, string>;
  file: UploadedFile;
}

/** The folder for uploads, and the slots that limit concurrent ones. */
export interface Uploads {
  folder: string;
  slots: UploadSlots;
}

/**
 * Reads one file part (to disk) and a few text fields (RFC 7578). The file is deleted when the response ends. Throws
 * `file_missing` without that part, `payload_too_large` when it exceeds the limit (bytes), `invalid_payload` for a
 * malformed form or one with too many parts, `upload_too_slow` when it stalls or is too slow, `rate_limited` when no slot
 * becomes free.
 */
export async function readMultipart(
  request: Request,
  response: Response,
  wanted: NonNullable<Call['multipart']>,
  { folder, slots }: Uploads,
): Promise<Multipart> {
  const gone = new AbortController();
  const path = join(folder, randomUUID());
  response.once('close', () => {
    gone.abort();
    rm(path, { force: true }).catch(() => undefined);
  });
  const leave = await slots.enter(request.ip, gone.signal);
  response.once('close', leave);
  if (gone.signal.aborted) leave();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await receive(request, { ...wanted, path });
  } catch (error) {
    // The slot is released without waiting for the rest of the body.
    leave();
    response.set('connection', 'close');
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

type Target = NonNullable<Call['multipart']> & { path: string };

function receive(request: Request, { field, limit, tooLarge, path }: Target): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const parser = createParser(request, limit);
    const throttled = createThrottle();
    const fields: Record<string, string> = {};
    let file: Promise<UploadedFile | undefined> = Promise.resolve(undefined);

    const endWatch = watchRate(request, () => refuse(new AppError('upload_too_slow')));
    const refuse = (error: unknown) => {
      endWatch();
      request.unpipe(throttled);
      request.resume();
      throttled.destroy();
      parser.destroy();
      reject(error);
    };
    const broken = (cause?: unknown) => refuse(new AppError('invalid_payload', { cause }));

    parser.on('field', (name, value, { valueTruncated }) => {
      // busboy parses a file part without a file name as a field: it counts as a missing file.
      if (name === field) return;
      if (valueTruncated || Object.hasOwn(fields, name)) broken();
      else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
    });
    parser.on('file', (name, stream, info) => {
      if (name !== field) {
        // A form that is cut off fails its files too: without a listener that would end the process.
        stream.on('error', broken).resume();
        return;
      }
      stream.on('limit', () => {
        const details = { limit, max: limit / 1024 / 1024 };
        refuse(new AppError(tooLarge ?? 'payload_too_large', { details }));
      });
      file = spool(stream, path).then((spooled) =>
        info.filename
          ? { fileName: sentFileName(info.filename), client: networkOf(request.ip ?? ''), ...spooled }
          : undefined,
      );
      file.catch(refuse);
    });
    parser.on('partsLimit', () => broken());
    parser.on('filesLimit', () => broken());
    parser.on('fieldsLimit', () => broken());
    parser.on('error', broken);
    parser.on('close', () => {
      endWatch();
      file.then((taken) => {
        if (taken === undefined) reject(new AppError('file_missing'));
        else resolve({ fields, file: taken });
      }, reject);
    });
    request.once('close', () => {
      if (!request.complete) broken();
    });
    request.pipe(throttled).pipe(parser);
  });
}

/** Writes a stream to disk, computing its size and hash. */
async function spool(
  stream: Readable,
  path: string,
): Promise<Pick<UploadedFile, 'path' | 'size' | 'sha256' | 'read'>> {
  const hash = createHash('sha256');
  let size = 0;
  const count = (chunk: Buffer) => {
    size += chunk.length;
    hash.update(chunk);
  };
  stream.on('data', count);
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { path, size, sha256: hash.digest('hex'), read: () => readFile(path) };
}

/** Throws `invalid_payload` for a content type without a boundary. */
function createParser(request: Request, fileSize: number): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      limits: { files: 1, fields: 20, fieldSize: 4_000, fieldNameSize: 100, parts: 21, fileSize },
      defParamCharset: 'utf8',
    });
  } catch (error) {
    throw new AppError('invalid_payload', { cause: error });
  }
}
