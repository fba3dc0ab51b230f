import type { Blobs } from '@sello/blobs';
import { type Artwork, type Design, isKeptAt, limits } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import { type OwnFont, ownFontsOf, unreadableImage } from '@sello/render';
import { catalogTenantId, type Store } from '@sello/store';
import { imagesOfArtwork } from './artwork.ts';

/** Reads what a design of an organization names. */
export interface DesignSources {
  /** An image of the organization or of the catalog. Throws `not_found`, `image_unreadable` for a large one, and faults. */
  asset(tenantId: string, assetId: string): Promise<Uint8Array>;
  /**
   * The images of the organization that certificates print, by their variables. Throws `image_unreadable` for one that is
   * not stored, and faults: an outage is not the template's error.
   */
  organization(artwork: Artwork): Promise<Map<string, Uint8Array>>;
  /** The organization's own fonts that the design names; `at` is when the design was frozen. */
  fonts(tenantId: string, design: Design, at?: Date): Promise<OwnFont[]>;
}

export function createDesignSources(
  store: Pick<Store, 'assets' | 'fonts'>,
  blobs: Pick<Blobs, 'read'>,
): DesignSources {
  return {
    async asset(tenantId, assetId) {
      const asset =
        (await store.assets.get(tenantId, assetId)) ?? (await store.assets.get(catalogTenantId, assetId));
      if (asset === null || !isKeptAt(asset, 'design')) {
        throw new AppError('not_found', { details: { assetId } });
      }
      if (asset.size > limits.imageBytes) throw unreadableImage(assetId);
      return blobs.read(asset.key);
    },
    async organization(artwork) {
      const images = new Map<string, Uint8Array>();
      for (const [variable, key] of imagesOfArtwork(artwork)) {
        try {
          images.set(variable, await blobs.read(key));
        } catch (cause) {
          if (!isAppError(cause, 'object_missing')) throw cause;
          throw unreadableImage(`{{${variable}}}`, { cause });
        }
      }
      return images;
    },
    fonts: (tenantId, design, at) =>
      ownFontsOf(
        design,
        {
          list: (families) => store.fonts.ofFamilies(tenantId, families),
          read: (key) => blobs.read(key),
        },
        at,
      ),
  };
}
