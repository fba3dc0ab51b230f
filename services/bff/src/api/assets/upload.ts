import { type assetsApi, assetUses, mayUploadAs } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { storeUpload, takeImage } from '../../images/take-image.ts';
import { pictureKey } from '../../public/pictures.ts';
import { assetView } from '../../views/asset.ts';
import { uploadLogo } from './logo.ts';
import { uploadPersonal } from './personal.ts';
import { tenantOfShelf } from './shelf.ts';

/** A thumbnail is stored where cards of templates show it from; an image is read by members alone. */
export const upload: Handler<(typeof assetsApi.calls)['upload']> = async (call, context) => {
  const { store, blobs, audit } = context;
  const { use, shelf } = call.body;
  if (!mayUploadAs(use, call.roles)) {
    throw new AppError('forbidden', { details: { permission: assetUses[use].upload[0] } });
  }
  // It has no effect before the settings are saved with it, which has a line in the audit log.
  if (use === 'logo') return uploadLogo(call, context);
  if (use === 'signature' || use === 'photo') return uploadPersonal(use, call, context);
  const owner = tenantOfShelf(shelf, call);
  const { bytes, sha256, mediaType, width, height } = await takeImage(context, owner, call.file);
  const key = (use === 'thumbnail' && pictureKey(bytes, sha256)) || `assets/${owner}/${sha256}`;
  // The bytes first: a record never names what is not there.
  await storeUpload(blobs, key, bytes);
  const fileName = call.file?.fileName ?? '';
  const size = bytes.byteLength;
  const asset = { sha256, key, size, mediaType, fileName, width, height, use };
  const record = await store.assets.put(owner, asset);
  // A thumbnail is part of a save, which has a line of its own.
  if (use !== 'thumbnail') {
    await audit.note(owner, call.person, {
      action: 'assets.upload',
      target: record._id,
      details: { file: fileName },
    });
  }
  return assetView(record);
};
