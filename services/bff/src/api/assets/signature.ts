import { type Asset, type assetsApi, isAllowed } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { storeUpload, takeImage } from '../../images/take-image.ts';
import { assetView } from '../../views/asset.ts';
import { tenantOfShelf } from './shelf.ts';

/** Stores the picture of a signature; no signatory has it until the settings are saved. */
export async function uploadSignature(
  call: Parameters<Handler<(typeof assetsApi.calls)['upload']>>[0],
  context: Context,
): Promise<Asset> {
  if (!isAllowed(call.roles, 'settings.edit')) {
    throw new AppError('forbidden', { details: { permission: 'settings.edit' } });
  }
  const { store, blobs, audit } = context;
  const tenantId = tenantOfShelf('organization', call);
  const { bytes, sha256, mediaType, width, height } = await takeImage(context, tenantId, call.file);
  const known = await store.assets.bySha256(tenantId, sha256);
  // A name that no later upload has: the sweep deletes the object of a signature whose record is going.
  const key = known?.key ?? `assets/${tenantId}/signatures/${sha256}-${Date.now()}`;
  await storeUpload(blobs, key, bytes);
  const fileName = call.file?.fileName ?? '';
  const facts = { sha256, key, size: bytes.byteLength, mediaType, fileName, width, height };
  const asset = await store.assets.put(tenantId, { ...facts, use: 'signature' });
  await audit.note(tenantId, call.person, {
    action: 'assets.upload',
    target: asset._id,
    details: { use: 'signature' },
  });
  return assetView(asset);
}
