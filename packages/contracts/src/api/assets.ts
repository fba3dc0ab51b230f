import { z } from 'zod';
import { asset, assetUse } from '../entities/index.ts';
import { limits } from '../limits.ts';
import { defineApi, idOf, listQuery, orSuperAdmin, page } from './define.ts';

/** Whose images: those of the organization, or those of the catalog, which only super admins add to. */
const shelf = z.enum(['organization', 'catalog']).default('organization');

export const assetsApi = defineApi('assets', {
  /** Newest first, without thumbnails. */
  list: {
    method: 'GET',
    access: orSuperAdmin('templates.view'),
    query: listQuery.pick({ limit: true, cursor: true }).extend({ shelf }),
    reply: page(asset),
    fallback: 'Failed to list images',
  },
  /**
   * Multipart `{image file, use?, shelf?}`: PNG, JPEG, WebP, or an SVG of what can be printed. It is decoded and encoded
   * anew. The same image uploaded twice is one asset.
   */
  upload: {
    method: 'POST',
    access: orSuperAdmin('templates.edit', 'templates.create'),
    body: z.object({ use: assetUse.exclude(['page']).default('image'), shelf }),
    multipart: { field: 'image', limit: limits.imageUpload, tooLarge: 'upload_image_large' },
    idempotent: true,
    reply: asset,
    fallback: 'Failed to upload the image',
  },
  /** The bytes of an image of the organization or of the catalog; `mediaType` is in `list` and `upload`. */
  file: {
    method: 'GET',
    access: orSuperAdmin('templates.view'),
    query: z.object({ id: idOf('asset_not_found') }),
    bytes: 'application/octet-stream',
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to load the image',
  },
});
