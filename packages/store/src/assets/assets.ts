import type { AssetPlace, AssetUse, assetEntity, RecordOf } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

/** An uploaded image or logo, or a page of an imported PDF. The bytes are in `blobs` under `key`; designs refer to the id. */
export type AssetRecord = RecordOf<typeof assetEntity>;

export interface NewAsset {
  sha256: string;
  key: string;
  size: number;
  mediaType: string;
  fileName?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
  use?: AssetUse | undefined;
  /** Of a logo. */
  logoKey?: string | undefined;
  /** Of a page of a PDF. */
  pictureKey?: string | undefined;
  pictureSha256?: string | undefined;
}

/** The tenant id under which pictures of catalog entries are kept; no organization has it. */
export const catalogTenantId = '000000000000000000000000';

export interface Assets {
  /**
   * Idempotent: the same bytes (SHA-256) stored twice are one asset with both uses. What is swept counts as new each time.
   * The first `logoKey` is kept. A new logo, signature or photograph is `unsaved`.
   */
  put(tenantId: string, asset: NewAsset): Promise<AssetRecord>;
  get(tenantId: string, assetId: string): Promise<AssetRecord | null>;
  /** The asset of these bytes, by their SHA-256 in lower-case hex. */
  bySha256(tenantId: string, sha256: string): Promise<AssetRecord | null>;
  getMany(tenantId: string, assetIds: readonly string[]): Promise<AssetRecord[]>;
  /** Images, newest first; on demand with the photographs of students. */
  list(
    tenantId: string,
    query?: Pick<ListQuery, 'limit' | 'cursor' | 'isCounted'> & { withPhotos?: boolean },
  ): Promise<Page<AssetRecord>>;
  delete(tenantId: string, assetId: string): Promise<boolean>;
  /** The asset of these bytes if it has a public object as a logo. An unsaved one counts as new again. */
  renewLogo(tenantId: string, sha256: string): Promise<AssetRecord | null>;
  /** Notes that settings are saved with the logo, so that it is never swept. False when its removal has begun. */
  keepLogo(tenantId: string, logoKey: string): Promise<boolean>;
  /**
   * Notes that something is about to be saved that names these assets at a place, so that no sweep removes them meanwhile.
   * Returns those that are there and may be there; `named` are those that it names already.
   */
  keep(
    tenantId: string,
    place: AssetPlace,
    assetIds: readonly string[],
    named?: readonly string[],
  ): Promise<Set<string>>;
  /** Notes that a student was saved without this photograph: it is swept unless something else holds it. */
  letGo(tenantId: string, assetId: string): Promise<void>;
  acrossTenants: {
    /** Thumbnails last uploaded before a time, by id from after `after` on. */
    oldThumbnails(before: Date, limit: number, after?: string): Promise<AssetRecord[]>;
    /**
     * Which of these objects something shows or prints: a template, a revision, an entry of the catalog, the logo of an
     * organization, now or in a certificate, or an asset that is no thumbnail from before the time. At most 500 keys.
     */
    picturesInUse(keys: readonly string[], before: Date): Promise<Set<string>>;
    /** Skips those that were uploaded again, or became images. Returns how many were deleted. */
    deleteThumbnails(assetIds: readonly string[], before: Date): Promise<number>;
    /**
     * Logos and photographs that were last uploaded before a time and never saved, signatures that were last uploaded or
     * saved before it, and those whose removal was interrupted, by id from after `after` on.
     */
    unsavedPictures(before: Date, limit: number, after?: string): Promise<AssetRecord[]>;
    /** The ids of those of these assets that anything holds, by `holders.ts`. At most 500. */
    held(assets: readonly AssetRecord[]): Promise<Set<string>>;
    /**
     * Begins the removal of logos, signatures and photographs, except of those that were saved, uploaded again or became images meanwhile.
     * The same bytes are a new asset from then on. Returns those whose objects may be deleted.
     */
    beginRemoval(assetIds: readonly string[], before: Date): Promise<AssetRecord[]>;
    /** Deletes those whose removal has begun, after their objects. Returns how many were deleted. */
    endRemoval(assetIds: readonly string[]): Promise<number>;
  };
}
