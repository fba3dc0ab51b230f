import type { Design } from '@sello/contracts';
import { assetsOf, imageVariablesOf } from '@sello/design';
import { AppError } from '@sello/kit';
import { elementWith, unreadableImage, writeImage } from './pdf/images.ts';
import type { PrefixWriter } from './pdf/prefix.ts';
import type { StaticResources } from './pdf/static-resources.ts';
import { LettersLost } from './pdf-import/lost-letters.ts';

/** Loads the images of a design by asset id. */
export interface AssetSource {
  /** A rejection, or bytes that are not a PNG or JPEG, fail the template with `image_unreadable`. */
  get(assetId: string): Promise<Uint8Array>;
}

interface ImageSources {
  assets: AssetSource;
  /** Images that are the same on all certificates, by their variable. */
  images: ReadonlyMap<string, Uint8Array>;
  prefix: PrefixWriter;
  resources: StaticResources;
}

/**
 * Writes the images of a design into its prefix: the stored ones and those of variables. Throws AppError
 * `image_unreadable` {assetId}, and `page_letters_lost` {assetId, page, element}.
 */
export async function writeImages(
  design: Design,
  { assets, images, prefix, resources }: ImageSources,
): Promise<void> {
  for (const [index, assetId] of assetsOf(design).entries()) {
    const element = elementWith(design, { assetId });
    const bytes = await readAsset(assets, assetId, element);
    const image = await writeImage(bytes, assetId, prefix, element).catch((error: unknown) => {
      throw error instanceof LettersLost ? lettersLost(design, assetId, element, error) : error;
    });
    resources.images.set(assetId, { ...image, name: `I${index}` });
  }
  for (const [index, name] of imageVariablesOf(design).entries()) {
    const bytes = images.get(name);
    if (bytes === undefined) continue;
    const key = `{{${name}}}`;
    const element = elementWith(design, { variable: name });
    const image = await writeImage(bytes, key, prefix, element);
    resources.images.set(key, { ...image, name: `J${index}` });
  }
}

async function readAsset(assets: AssetSource, assetId: string, element?: string): Promise<Uint8Array> {
  try {
    return await assets.get(assetId);
  } catch (cause) {
    throw unreadableImage(assetId, { element, cause });
  }
}

/** Names the first page of the template that shows the imported one: a background has no element. */
function lettersLost(
  design: Design,
  assetId: string,
  element: string | undefined,
  cause: LettersLost,
): AppError {
  const shows = (page: Design['pages'][number]) => assetsOf({ ...design, pages: [page] }).includes(assetId);
  const details = {
    assetId,
    page: design.pages.findIndex(shows) + 1,
    ...(element !== undefined && { element }),
  };
  return new AppError('page_letters_lost', { details, cause });
}
