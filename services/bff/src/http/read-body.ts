import { type BodyCounts, bodyCounts, limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Request, Response } from 'express';
import type { Endpoint, UploadedFile } from './implement.ts';
import { readJsonBody } from './json-body.ts';
import { readMultipart, type Uploads } from './multipart.ts';

/** Of every JSON body: no honest one comes near. A row of an import that is far too wide is still that row's error. */
const shape = { members: 20_000, shapes: 20_000, depth: 64 } as const;

/** JSON up to `bytes` after inflation and up to `counts` values. Throws `payload_too_large`, `invalid_payload`. */
export function readJson(
  request: Request,
  bytes: number,
  counts: BodyCounts = bodyCounts.small,
): Promise<unknown> {
  return readJsonBody(request, { bytes, ...counts, ...shape });
}

/** Reads what the contract says the call takes: after the caller is known, so that strangers send nothing for long. */
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
  // No body at all lacks whatever the contract asks for, and is told so.
  if (!hasBody(request)) return { body: {}, file: undefined };
  const body = await readJson(request, call.bodyLimit ?? limits.jsonBody, call.bodyCounts);
  return { body, file: undefined };
}

/** RFC 9112, 6: a body is announced by its length or its coding. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
