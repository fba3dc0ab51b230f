import { createHash } from 'node:crypto';
import type { Blobs } from '@sello/blobs';
import { logoKeyOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { RequestHandler } from 'express';
import { tenantOf } from '../hosts/site.ts';

/** The accepted image formats, recognized by their signature (first bytes), never by a name or a header. */
const kinds = [
  { extension: 'png', type: 'image/png', is: (b: Buffer) => b.subarray(0, 8).equals(pngSignature) },
  {
    extension: 'jpg',
    type: 'image/jpeg',
    is: (b: Buffer) => b[0] === 0xff && b[1] === 0xd8 && b[2] === 0xff,
  },
  {
    extension: 'webp',
    type: 'image/webp',
    is: (b: Buffer) => b.toString('latin1', 0, 4) === 'RIFF' && b.toString('latin1', 8, 12) === 'WEBP',
  },
] as const;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function kindOfPicture(bytes: Uint8Array): (typeof kinds)[number] | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return kinds.find((kind) => kind.is(buffer));
}

/** The content-addressed key of a public picture; undefined for other formats. `sha256` in lower-case hex. */
export function pictureKey(bytes: Uint8Array, sha256: string): string | undefined {
  const kind = kindOfPicture(bytes);
  return kind && `pictures/${sha256}.${kind.extension}`;
}

/** Stores an image under a content-addressed key and returns the key. Throws `image_unreadable` for other formats. */
export async function storePicture(blobs: Blobs, bytes: Uint8Array): Promise<string> {
  const key = pictureKey(bytes, createHash('sha256').update(bytes).digest('hex'));
  if (key === undefined) throw new AppError('image_unreadable');
  if ((await blobs.head(key)) === undefined) await blobs.put(key, bytes);
  return key;
}

/** The object of a public picture by its path: a thumbnail, named by its content, or a logo. */
function keyOfPath(path: string): string | undefined {
  const named = /^\/assets\/([0-9a-f]{64}\.(?:png|jpg|webp))$/.exec(path)?.[1];
  if (named !== undefined) return `pictures/${named}`;
  const key = logoKeyOf(path);
  return path === `/${key}` ? key : undefined;
}

/**
 * `GET /assets/:name`, `GET /assets/:tenantId/images/:name`: thumbnails and logos. A name is never used for another
 * picture, so browsers cache them as immutable.
 */
export function createPictures(blobs: Blobs): RequestHandler {
  return async (request, response, next) => {
    const key = keyOfPath(request.path);
    // The built web application has files under the same path.
    if (key === undefined) return next();
    const only = tenantOf(response);
    // On an organization's own host there is no other's logo.
    if (only !== undefined && key.startsWith('assets/') && !key.startsWith(`assets/${only}/`)) return next();
    const info = await blobs.head(key);
    if (info === undefined) throw new AppError('not_found');
    const bytes = await blobs.read(key);
    const kind = kindOfPicture(bytes);
    if (kind === undefined) throw new AppError('not_found');
    response.set({
      'cache-control': 'public, max-age=31536000, immutable',
      // Logos are embedded in e-mails and other sites.
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'",
      'content-type': kind.type,
    });
    response.send(bytes);
  };
}
