import { createHash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import type { SanitizedImage } from '@sello/render';
import type { Context } from '../context.ts';
import type { UploadedFile } from '../http/implement.ts';

/** An uploaded image, decoded and encoded anew. */
export interface TakenImage extends SanitizedImage {
  /** Of the new bytes. */
  sha256: string;
}

/**
 * Sanitizes an uploaded image, for whatever it is used. Throws `file_missing` for an empty file, and what
 * `ImageSanitizer.sanitize` throws.
 */
export async function takeImage(
  { imageSanitizer }: Pick<Context, 'imageSanitizer'>,
  owner: string,
  file: UploadedFile | undefined,
): Promise<TakenImage> {
  if (file === undefined || file.size === 0) throw new AppError('file_missing');
  const image = await imageSanitizer.sanitize(owner, await file.read());
  return { ...image, sha256: createHash('sha256').update(image.bytes).digest('hex') };
}

/** Stores what was uploaded. Throws `upload_failed` when the object store refuses it; nothing refers to it then. */
export async function storeUpload(blobs: Pick<Blobs, 'put'>, key: string, bytes: Uint8Array): Promise<void> {
  try {
    await blobs.put(key, bytes);
  } catch (cause) {
    throw new AppError('upload_failed', { cause });
  }
}
