import {
  type AssetPlace,
  isKeptAt,
  isTakenAt,
  mayReadAsset,
  type Role,
  readersOf,
  usesOf,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type AssetRecord, catalogTenantId, type Store } from '@sello/store';

/** Who asks: a super admin on the screens of the catalog names no organization. */
export interface Asker {
  tenantId: string | undefined;
  roles: readonly Role[];
}

type Assets = Pick<Store, 'assets'>;

/** Those of these assets that are the organization's or the catalog's. */
export async function findAssets(
  { assets }: Assets,
  tenantId: string | undefined,
  ids: readonly string[],
): Promise<AssetRecord[]> {
  if (ids.length === 0) return [];
  const shelves = new Set([tenantId ?? catalogTenantId, catalogTenantId]);
  const found = await Promise.all([...shelves].map((shelf) => assets.getMany(shelf, ids)));
  return found.flat();
}

/** An asset to be read. Throws `asset_not_found`, `forbidden` {permission}. */
export async function readableAsset(
  store: Assets,
  { tenantId, roles }: Asker,
  id: string,
): Promise<AssetRecord> {
  const [asset] = await findAssets(store, tenantId, [id]);
  if (asset === undefined) throw new AppError('asset_not_found');
  if (!mayReadAsset(asset, roles)) {
    throw new AppError('forbidden', { details: { permission: readersOf(asset)[0] } });
  }
  return asset;
}

/**
 * An asset to be used at a place; null when there is none, and for who may not read it, so that nobody learns that there
 * is. `isNamed` when it is there already. Throws `asset_other_use` {asset, use, place}.
 */
export async function assetFor(
  store: Assets,
  place: AssetPlace,
  { tenantId, roles }: Asker,
  id: string,
  { isNamed = false } = {},
): Promise<AssetRecord | null> {
  const [asset] = await findAssets(store, tenantId, [id]);
  if (asset === undefined) return null;
  if (isNamed ? isKeptAt(asset, place) : isTakenAt(asset, place)) return asset;
  if (!mayReadAsset(asset, roles)) return null;
  const [use] = usesOf(asset);
  throw new AppError('asset_other_use', { details: { asset: id, use, place } });
}
