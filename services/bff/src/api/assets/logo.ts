import { type Asset, type assetsApi, isAllowed, logoKey } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { checkLogo, checkSides } from '../../images/check-logo.ts';
import { storeUpload, takeImage } from '../../images/take-image.ts';
import { assetView } from '../../views/asset.ts';
import { tenantOfShelf } from './shelf.ts';

/**
 * Stores a picture under a public name of its own; the organization's logo stays what it is until its settings are
 * saved. An earlier logo keeps its object, for sent letters and for certificates that show it.
 */
export async function uploadLogo(
  call: Parameters<Handler<(typeof assetsApi.calls)['upload']>>[0],
  context: Context,
): Promise<Asset> {
  if (!isAllowed(call.roles, 'settings.edit')) {
    throw new AppError('forbidden', { details: { permission: 'settings.edit' } });
  }
  const { store, blobs, links, lock, audit } = context;
  const tenantId = tenantOfShelf('organization', call);
  const { file } = call;
  if (file === undefined || file.size === 0) throw new AppError('file_missing');
  checkLogo(await file.read());
  const { bytes, sha256, mediaType, width, height } = await takeImage(context, tenantId, file);
  checkSides({ width, height });
  const extension = mediaType === 'image/png' ? 'png' : 'jpg';
  return lock.hold(`assets.logo ${tenantId}`, { busy: 'rate_limited' }, async () => {
    const stored = (await store.assets.bySha256(tenantId, sha256))?.logoKey;
    const key = stored ?? (await freeKey((at) => logoKey(tenantId, at, extension), blobs));
    // The bytes first: a record never names what is not there.
    if (stored === undefined) await storeUpload(blobs, key, bytes);
    const facts = { sha256, size: bytes.byteLength, mediaType, fileName: file.fileName, width, height };
    const asset = await store.assets.put(tenantId, { ...facts, key, logoKey: key, use: 'logo' });
    await audit.note(tenantId, call.person, {
      action: 'assets.upload',
      target: asset._id,
      details: { use: 'logo' },
    });
    return assetView(asset, { logoUrl: links.logo(asset.logoKey ?? key) });
  });
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
