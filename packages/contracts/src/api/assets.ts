import { z } from 'zod';
import { assetUses } from '../asset-uses.ts';
import { asset, assetUse } from '../entities/index.ts';
import { limits } from '../limits.ts';
import { pdfImport, pdfImportProgress } from '../pdf-import.ts';
import { id } from '../scalars.ts';
import { defineApi, idList, idOf, listQuery, orSuperAdmin, page } from './define.ts';

/** Whose images: those of the organization, or those of the catalog, which only super admins add to. */
const shelf = z.enum(['organization', 'catalog']).default('organization');

export const assetsApi = defineApi('assets', {
  /** Newest first: what was uploaded as an image. */
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
   *
   * With `use: logo` it needs settings.edit and takes only PNG, JPEG and WebP, at most `limits.logoUpload` bytes and
   * `limits.logoSide` pixels a side, in a file that is nothing else at once. The reply has the `logoUrl` for the
   * organization's settings; its logo does not change before those are saved.
   *
   * With `use: signature` it needs settings.edit too: the settings name the asset with a signatory. One that they do not
   * name goes after a day. With `use: photo` it needs students.create alone: a student names it.
   */
  upload: {
    method: 'POST',
    access: orSuperAdmin(...assetUses.image.upload, ...assetUses.logo.upload, ...assetUses.photo.upload),
    body: z.object({ use: assetUse.exclude(['page']).default('image'), shelf }),
    multipart: { field: 'image', limit: limits.imageUpload, tooLarge: 'upload_image_large' },
    idempotent: true,
    reply: asset,
    fallback: 'Failed to upload the image',
  },
  /**
   * Multipart `{pdf file, shelf?}`: each page becomes an asset that a page of a design may have as background, or an image
   * element as source. Of a file with more than `designLimits.pages` pages the first ones are imported, and a note has
   * the number of the others. The same page imported twice is one asset. Answers when all pages are stored. Of an import whose
   * caller has left nothing is stored.
   */
  'import-pdf': {
    method: 'POST',
    access: orSuperAdmin('templates.edit', 'templates.create'),
    body: z.object({ shelf }),
    multipart: { field: 'pdf', limit: limits.pdfUpload, tooLarge: 'upload_pdf_large' },
    idempotent: true,
    reply: pdfImport,
    progress: pdfImportProgress,
    fallback: 'Failed to import the PDF',
  },
  /**
   * The bytes of an image of the organization or of the catalog; `mediaType` is in `list` and `upload`. Of a page of a PDF
   * its picture: a PNG with two pixels per point, less for large pages. A signature needs settings.view, a photograph
   * students.view, everything else templates.view.
   */
  file: {
    method: 'GET',
    access: orSuperAdmin(assetUses.image.read, assetUses.signature.read, assetUses.photo.read),
    query: z.object({ id: idOf('asset_not_found') }),
    bytes: 'application/octet-stream',
    reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    fallback: 'Failed to load the image',
  },
  /** Which of these assets are pages of PDFs that an earlier version stored with letters missing; other ids say nothing. */
  'lost-letters': {
    method: 'GET',
    access: orSuperAdmin('templates.view'),
    query: z.object({ ids: idList }),
    reply: z.object({ ids: z.array(id) }),
    fallback: 'Failed to check the imported pages',
  },
});
