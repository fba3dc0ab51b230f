import { type Asset, type assetsApi, logoKey } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { AssetRecord } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { checkLogo, checkSides } from '../../images/check-logo.ts';
import { storeUpload, takeImage } from '../../images/take-image.ts';
import { assetView } from '../../views/asset.ts';
import { tenantOfShelf } from './shelf.ts';

/**
 * Stores a picture under a public name of its own; the organization's logo stays what it is until its settings are
 * saved. An earlier logo keeps its object, for sent letters and for certificates that show it; one that is never saved is
 * swept after a day.
 */
export async function uploadLogo(
  call: Parameters<Handler<(typeof assetsApi.calls)['upload']>>[0],
  context: Context,
): Promise<Asset> {
  const { store, blobs, links, lock, audit } = context;
  const tenantId = tenantOfShelf('organization', call);
  const { file } = call;
  if (file === undefined || file.size === 0) throw new AppError('file_missing');
  checkLogo(await file.read());
  const { bytes, sha256, mediaType, width, height } = await takeImage(context, tenantId, file);
  checkSides({ width, height });
  const name = file.fileName;
  const extension = mediaType === 'image/png' ? 'png' : 'jpg';
  return lock.hold(`assets.logo ${tenantId}`, { busy: 'rate_limited' }, async () => {
    const asset = (await store.assets.renewLogo(tenantId, sha256)) ?? (await storeNew());
    await audit.note(tenantId, call.person, {
      action: 'assets.upload',
      target: asset._id,
      details: { use: 'logo' },
    });
    return assetView(asset, { logoUrl: links.logo(asset.logoKey ?? asset.key) });
  });

  async function storeNew(): Promise<AssetRecord> {
    const key = await freeKey((at) => logoKey(tenantId, at, extension), blobs);
    // The bytes first: a record never names what is not there.
    await storeUpload(blobs, key, bytes);
    const facts = { sha256, size: bytes.byteLength, mediaType, fileName: name, width, height };
    return store.assets.put(tenantId, { ...facts, key, logoKey: key, use: 'logo' });
  }
}

/** Prefixes of certificates are kept by the key of the logo in them, so a name is never used for a second picture. */
async function freeKey(
  keyAt: (ms: number) => string,
  blobs: Pick<Context['blobs'], 'head'>,
): Promise<string> {
  for (let at = Date.now(); ; at++) {
    const key = keyAt(at);
    if ((await blobs.head(key)) === undefined) return key;
  }
}
