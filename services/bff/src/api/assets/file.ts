import { createHash } from 'node:crypto';
import type { assetsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { catalogTenantId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

export const file: Handler<(typeof assetsApi.calls)['file']> = async (call, { store, blobs }) => {
  // A super admin on the screens of the catalog names no organization.
  const tenantId: string | undefined = call.tenantId;
  const own = tenantId === undefined ? null : await store.assets.get(tenantId, call.query.id);
  const asset = own ?? (await store.assets.get(catalogTenantId, call.query.id));
  if (asset === null) throw new AppError('asset_not_found');
  // Browsers draw a page of a PDF by its picture; only the renderer reads the page itself.
  const { key = asset.key, sha256 = asset.sha256 } = { key: asset.pictureKey, sha256: asset.pictureSha256 };
  const bytes = await blobs.read(key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new AppError('object_missing');
  return bytes;
};
