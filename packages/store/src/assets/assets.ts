import type { AssetUse, assetEntity, RecordOf } from '@sello/contracts';
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
  /** Of a page of a PDF. */
  pictureKey?: string | undefined;
  pictureSha256?: string | undefined;
}

/** The tenant id under which pictures of catalog entries are kept; no organization has it. */
export const catalogTenantId = '000000000000000000000000';

export interface Assets {
  /** Idempotent: the same bytes (SHA-256) stored twice are one asset, an image once one of them was an image. */
  put(tenantId: string, asset: NewAsset): Promise<AssetRecord>;
  get(tenantId: string, assetId: string): Promise<AssetRecord | null>;
  getMany(tenantId: string, assetIds: readonly string[]): Promise<AssetRecord[]>;
  /** Newest first, without thumbnails and pages. */
  list(
    tenantId: string,
    query?: Pick<ListQuery, 'limit' | 'cursor' | 'isCounted'>,
  ): Promise<Page<AssetRecord>>;
  delete(tenantId: string, assetId: string): Promise<boolean>;
}
