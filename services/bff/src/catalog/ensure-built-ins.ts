import { readFile } from 'node:fs/promises';
import type { Blobs } from '@sello/blobs';
import { languages } from '@sello/contracts';
import { builtInTemplates, thumbnailPath } from '@sello/design';
import type { Store } from '@sello/store';
import { storePicture } from '../public/pictures.ts';

const designPackage = new URL('../', import.meta.resolve('@sello/design'));

/** Writes the built-in templates of every language to the catalog. Several BFFs may do so concurrently. */
export async function ensureBuiltIns(store: Pick<Store, 'catalog'>, blobs: Blobs): Promise<void> {
  for (const language of languages) {
    const write = async ({ key, name, tags, design }: ReturnType<typeof builtInTemplates>[number]) => {
      const thumbnailKey = await keepThumbnail(blobs, thumbnailPath(key, language));
      await store.catalog.upsertBuiltIn({ key, language, name, tags, design, thumbnailKey });
    };
    await Promise.all(builtInTemplates(language).map(write));
  }
}

/** `undefined` when the file is missing: the template is then written without a thumbnail. */
async function keepThumbnail(blobs: Blobs, path: string): Promise<string | undefined> {
  const bytes = await readFile(new URL(path, designPackage)).catch(() => undefined);
  return bytes === undefined ? undefined : storePicture(blobs, bytes);
}
