import { type BodyCounts, bodyCounts, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Request, Response } from 'express';
import type { Endpoint, UploadedFile } from './implement.ts';
import { readJsonBody } from './json-body.ts';
import { readMultipart, type Uploads } from './multipart.ts';

/**
 * For every JSON body. Far above normal requests, so that an import row with too many columns is still that row's error.
 */
const shape = { members: 20_000, shapes: 20_000, depth: 64 } as const;

/** Reads JSON of up to `bytes` after decompression and up to `counts` values. Throws `payload_too_large`, `invalid_payload`. */
export function readJson(
  request: Request,
  bytes: number,
  counts: BodyCounts = bodyCounts.small,
): Promise<unknown> {
  return readJsonBody(request, { bytes, ...counts, ...shape });
}

/**
 * Reads the JSON or multipart body that the contract declares. Called after authentication, so that unauthenticated
 * clients cannot upload.
 */
export async function readBody(
  { call }: Endpoint,
  request: Request,
  response: Response,
  uploads: Uploads,
): Promise<{ body: unknown; file: UploadedFile | undefined }> {
  if (call.multipart && (request.is('multipart/form-data') || call.body === undefined)) {
    if (!request.is('multipart/form-data')) throw new AppError('file_missing');
    const { fields, file } = await readMultipart(request, response, call.multipart, uploads);
    return { body: call.body === undefined ? undefined : fields, file };
  }
  if (call.body === undefined) return { body: undefined, file: undefined };
  // A missing body is validated like an empty object, which gives the errors of the missing fields.
  if (!hasBody(request)) return { body: {}, file: undefined };
  const body = await readJson(request, call.bodyLimit ?? limits.jsonBody, call.bodyCounts);
  return { body, file: undefined };
}

/** RFC 9112, 6: a body is indicated by Content-Length or Transfer-Encoding. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
