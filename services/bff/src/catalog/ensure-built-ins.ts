import { readFile } from 'node:fs/promises';
import type { Blobs } from '@sello/blobs';
import { languages } from '@sello/contracts';
import { builtInTemplates } from '@sello/design';
import type { Store } from '@sello/store';
import { storePicture } from '../public/pictures.ts';

const thumbnails = new URL('../thumbnails/', import.meta.resolve('@sello/design'));

/** Writes the built-in templates of every language to the catalog. Several BFFs may do so concurrently. */
export async function ensureBuiltIns(store: Pick<Store, 'catalog'>, blobs: Blobs): Promise<void> {
  const pictures = new Map<string, string | undefined>();
  for (const language of languages) {
    for (const { key, name, tags, design } of builtInTemplates(language)) {
      if (!pictures.has(key)) pictures.set(key, await keepThumbnail(blobs, key));
      const thumbnailKey = pictures.get(key);
      await store.catalog.upsertBuiltIn({ key, language, name, tags, design, thumbnailKey });
    }
  }
}

/** `undefined` when the file is missing: the template is then written without a thumbnail. */
async function keepThumbnail(blobs: Blobs, key: string): Promise<string | undefined> {
  const bytes = await readFile(new URL(`${key}.png`, thumbnails)).catch(() => undefined);
  return bytes === undefined ? undefined : storePicture(blobs, bytes);
}
