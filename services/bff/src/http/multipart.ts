import { AppError } from '@sello/kit';
import busboy from 'busboy';
import type { Request } from 'express';
import type { UploadedFile } from './implement.ts';

/** Files are read into memory: this many at a time, in one process. */
const atMost = 6;
let reading = 0;

export interface Multipart {
  fields: Record<string, string>;
  file: UploadedFile;
}

/**
 * Reads one file part and a few text fields (RFC 7578). Throws `file_missing` without that part, `payload_too_large`
 * when it is larger than the limit (bytes), `invalid_payload` for a broken or overfull form, `rate_limited` while too
 * many others are being read.
 */
export async function readMultipart(
  request: Request,
  part: { field: string; limit: number },
): Promise<Multipart> {
  if (reading >= atMost) throw new AppError('rate_limited', { details: { retryAfter: 5 } });
  reading += 1;
  try {
    return await read(request, part);
  } finally {
    reading -= 1;
  }
}

function read(request: Request, { field, limit }: { field: string; limit: number }): Promise<Multipart> {
  return new Promise((resolve, reject) => {
    const parser = busboy({
      headers: request.headers,
      limits: { files: 1, fields: 20, fieldSize: 4_000, fieldNameSize: 100, parts: 21, fileSize: limit },
      defParamCharset: 'utf8',
    });
    const fields: Record<string, string> = {};
    let file: UploadedFile | undefined;

    const refuse = (error: unknown) => {
      request.unpipe(parser);
      request.resume();
      reject(error);
    };
    const broken = (cause?: unknown) => refuse(new AppError('invalid_payload', { cause }));

    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) broken();
      else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
    });
    parser.on('file', (name, stream, info) => {
      if (name !== field) {
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('limit', () => refuse(new AppError('payload_too_large', { details: { limit } })));
      stream.on('error', broken);
      stream.on('end', () => {
        if (info.filename) file = { fileName: info.filename, bytes: Buffer.concat(chunks) };
      });
    });
    parser.on('partsLimit', () => broken());
    parser.on('filesLimit', () => broken());
    parser.on('fieldsLimit', () => broken());
    parser.on('error', broken);
    parser.on('close', () => {
      if (file === undefined) reject(new AppError('file_missing'));
      else resolve({ fields, file });
    });
    request.on('aborted', () => broken());
    request.pipe(parser);
  });
}
