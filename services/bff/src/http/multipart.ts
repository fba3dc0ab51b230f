import { AppError } from '@sello/kit';
import busboy from 'busboy';
import type { Request, Response } from 'express';
import type { UploadedFile } from './implement.ts';

/** What all uploads under way may hold in memory together, bytes. */
const roomBytes = 256 * 1024 * 1024;
let heldBytes = 0;

export interface Multipart {
  fields: Record<string, string>;
  file: UploadedFile;
}

/**
 * Reads one file part and a few text fields (RFC 7578). Throws `file_missing` without that part, `payload_too_large`
 * when it is larger than the limit (bytes), `invalid_payload` for a broken or overfull form, `rate_limited` while
 * others fill the room.
 */
export function readMultipart(
  request: Request,
  response: Response,
  { field, limit }: { field: string; limit: number },
): Promise<Multipart> {
  let own = 0;
  let isOver = false;
  response.once('close', () => {
    isOver = true;
    heldBytes -= own;
  });
  return new Promise((resolve, reject) => {
    const parser = createParser(request, limit);
    const fields: Record<string, string> = {};
    let file: UploadedFile | undefined;

    const refuse = (error: unknown) => {
      request.unpipe(parser);
      request.resume();
      reject(error);
    };
    const broken = (cause?: unknown) => refuse(new AppError('invalid_payload', { cause }));

    parser.on('field', (name, value, { valueTruncated }) => {
      // A file without a name is sent as a field: it is a missing file, however long it is.
      if (name === field) return;
      if (valueTruncated || Object.hasOwn(fields, name)) broken();
      else Object.defineProperty(fields, name, { value, enumerable: true, configurable: true });
    });
    parser.on('file', (name, stream, info) => {
      if (name !== field) {
        stream.resume();
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (isOver) return;
        own += chunk.length;
        heldBytes += chunk.length;
        if (heldBytes > roomBytes) refuse(new AppError('rate_limited', { details: { retryAfter: 5 } }));
        else chunks.push(chunk);
      });
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
    request.once('close', () => {
      if (!request.complete) broken();
    });
    request.pipe(parser);
  });
}

/** Throws `invalid_payload` for a content type that names no boundary. */
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
