import { createHash } from 'node:crypto';
import type { assetsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { readableAsset } from '../../assets/find-asset.ts';
import type { Handler } from '../../http/implement.ts';

export const file: Handler<(typeof assetsApi.calls)['file']> = async (call, { store, blobs }) => {
  const asset = await readableAsset(store, call, call.query.id);
  // Browsers draw a page of a PDF by its picture; only the renderer reads the page itself.
  const { key = asset.key, sha256 = asset.sha256 } = { key: asset.pictureKey, sha256: asset.pictureSha256 };
  const bytes = await blobs.read(key);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new AppError('object_missing');
  return bytes;
};
