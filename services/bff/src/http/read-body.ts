import { limits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import express, { type Request, type Response } from 'express';
import type { Endpoint, UploadedFile } from './implement.ts';
import { readMultipart } from './multipart.ts';

const parsers = new Map<number, ReturnType<typeof express.json>>();

function parserFor(limit: number): ReturnType<typeof express.json> {
  const parser = parsers.get(limit) ?? express.json({ limit, type: 'application/json' });
  parsers.set(limit, parser);
  return parser;
}

/** JSON up to `limit` bytes. Throws what the body parser throws; any other content type is `invalid_payload`. */
export async function readJson(request: Request, response: Response, limit: number): Promise<unknown> {
  if (!request.is('application/json')) throw new AppError('invalid_payload');
  await new Promise<void>((resolve, reject) => {
    parserFor(limit)(request, response, (error?: unknown) => (error ? reject(error) : resolve()));
  });
  return request.body;
}

/** Reads what the contract says the call takes: after the caller is known, so that strangers send nothing for long. */
export async function readBody(
  { call }: Endpoint,
  request: Request,
  response: Response,
): Promise<{ body: unknown; file: UploadedFile | undefined }> {
  if (call.multipart && (request.is('multipart/form-data') || call.body === undefined)) {
    if (!request.is('multipart/form-data')) throw new AppError('file_missing');
    const { fields, file } = await readMultipart(request, response, call.multipart);
    return { body: call.body === undefined ? undefined : fields, file };
  }
  if (call.body === undefined) return { body: undefined, file: undefined };
  // No body at all lacks whatever the contract asks for, and is told so.
  if (!hasBody(request)) return { body: {}, file: undefined };
  return { body: await readJson(request, response, call.bodyLimit ?? limits.jsonBody), file: undefined };
}

/** RFC 9112, 6: a body is announced by its length or its coding. */
function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
