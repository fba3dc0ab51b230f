import type { Asset, assetsApi } from '@sello/contracts';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { storeUpload, takeImage } from '../../images/take-image.ts';
import { assetView } from '../../views/asset.ts';
import { tenantOfShelf } from './shelf.ts';

const folders = { signature: 'signatures', photo: 'photos' } as const;

/** Stores the picture of a person, a signature or a photograph; nobody has it until the settings or a student are saved. */
export async function uploadPersonal(
  use: keyof typeof folders,
  call: Parameters<Handler<(typeof assetsApi.calls)['upload']>>[0],
  context: Context,
): Promise<Asset> {
  const { store, blobs, audit } = context;
  const tenantId = tenantOfShelf('organization', call);
  const { bytes, sha256, mediaType, width, height } = await takeImage(context, tenantId, call.file);
  const known = await store.assets.bySha256(tenantId, sha256);
  // A name that no later upload has: the sweep deletes the object of a picture whose record is going.
  const key = known?.key ?? `assets/${tenantId}/${folders[use]}/${sha256}-${Date.now()}`;
  await storeUpload(blobs, key, bytes);
  const fileName = call.file?.fileName ?? '';
  const facts = { sha256, key, size: bytes.byteLength, mediaType, fileName, width, height };
  const asset = await store.assets.put(tenantId, { ...facts, use });
  await audit.note(tenantId, call.person, {
    action: 'assets.upload',
    target: asset._id,
    details: { use },
  });
  return assetView(asset);
}
