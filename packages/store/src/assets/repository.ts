import { AppError } from '@sello/kit';
import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets, NewAsset } from './assets.ts';
import { type PictureUsers, picturesShown, unsavedInUse } from './pictures.ts';

/** What the signature of a signatory may be; an image is never swept. */
const signatureUses = ['signature', 'image', undefined] as const;
/** What is swept when no settings name it. */
const sweptUses = ['logo', 'signature'] as const;
const newestFirst = { field: 'createdAt', direction: -1 } as const;

export function createAssets(assets: Table<AssetRecord>, users: PictureUsers): Assets {
  const { rows } = assets;

  /**
   * A thumbnail or logo that is uploaded as an image, too, is listed from then on. A thumbnail uploaded again is not
   * swept for a while, and never once it was uploaded as a logo.
   */
  function changeOf(existing: AssetRecord, { use, logoKey }: NewAsset): Partial<AssetRecord> {
    if (use === 'logo') {
      return {
        ...(existing.logoKey === undefined && logoKey !== undefined && { logoKey }),
        ...(existing.use === 'thumbnail' && { use }),
        // Two uses of one record: nothing sweeps an image.
        ...(existing.use === 'signature' && { use: 'image' as const }),
      };
    }
    if (existing.use === 'thumbnail')
      return use === 'thumbnail' ? { createdAt: new Date() } : { use: 'image' };
    if (existing.use === 'signature' && use === 'signature') return { createdAt: new Date() };
    return (existing.use === 'logo' || existing.use === 'signature') && use === 'image' ? { use } : {};
  }

  /** Null when the asset went meanwhile, or its removal began: it has another `sha256` then. */
  async function asUsed(existing: AssetRecord, asset: NewAsset): Promise<AssetRecord | null> {
    const { _id, tenantId, sha256 } = existing;
    const change = changeOf(existing, asset);
    if (Object.keys(change).length > 0) {
      const { matchedCount } = await assets.updateOne({ _id, tenantId, sha256 }, { $set: change });
      if (matchedCount === 0) return null;
    }
    return { ...existing, ...change };
  }

  async function insertOrUse(tenantId: string, asset: NewAsset): Promise<AssetRecord | null> {
    const { sha256, fileName = '', ...rest } = asset;
    const existing = await rows.findOne({ tenantId, sha256 });
    if (existing) return asUsed(existing, asset);
    const row = {
      ...omitUndefined(rest),
      ...((asset.use === 'logo' || asset.use === 'signature') && { unsaved: true }),
      ...{ _id: newId(), tenantId, sha256, fileName, createdAt: new Date() },
    };
    try {
      return await assets.insertOnce(row as AssetRecord);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const concurrent = await rows.findOne({ tenantId, sha256 });
      return concurrent && asUsed(concurrent, asset);
    }
  }

  return {
    async put(tenantId, asset) {
      for (let attempt = 0; attempt < 3; attempt++) {
        const stored = await insertOrUse(tenantId, asset);
        if (stored) return stored;
      }
      throw new AppError('unavailable', { cause: new Error('the asset was removed again and again') });
    },
    get: (tenantId, assetId) => rows.findOne({ _id: assetId, tenantId }),
    bySha256: (tenantId, sha256) => rows.findOne({ tenantId, sha256 }),
    getMany: async (tenantId, assetIds) =>
      inOrderOf(assetIds, await rows.find({ _id: { $in: [...assetIds] }, tenantId }).toArray()),
    list: (tenantId, { limit, cursor, isCounted } = {}) =>
      findPage(assets, {
        filter: { tenantId, use: { $in: ['image', null] } },
        sort: newestFirst,
        limit,
        cursor,
        isCounted,
      }),
    delete: (tenantId, assetId) => assets.deleteOne({ _id: assetId, tenantId }),
    async renewLogo(tenantId, sha256) {
      await assets.updateOne({ tenantId, sha256, unsaved: true }, { $set: { createdAt: new Date() } });
      const row = await rows.findOne({ tenantId, sha256 });
      return row?.logoKey === undefined ? null : row;
    },
    async keepLogo(tenantId, logoKey) {
      await assets.updateOne(
        { tenantId, logoKey, unsaved: true, sweptAt: { $exists: false } },
        { $unset: { unsaved: '' } },
      );
      return (await rows.findOne({ tenantId, logoKey, sweptAt: { $exists: true } })) === null;
    },
    async keepSignatures(tenantId, assetIds) {
      const usable = { tenantId, _id: { $in: [...assetIds] }, sweptAt: { $exists: false } } as const;
      await assets.updateMany({ ...usable, use: 'signature' }, { $set: { createdAt: new Date() } });
      const found = await rows
        .find({ ...usable, use: { $in: [...signatureUses] } }, { projection: { _id: 1 } })
        .toArray();
      return new Set(found.map(({ _id }) => _id));
    },
    acrossTenants: {
      oldThumbnails: (before, limit, after = '') =>
        rows
          .find({ use: 'thumbnail', _id: { $gt: after }, createdAt: { $lt: before } })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      picturesInUse: async (given, before) =>
        new Set([
          ...(await picturesShown(users, given)),
          ...(await rows.find({ key: { $in: [...given] } }).toArray())
            .filter(({ use, createdAt }) => use !== 'thumbnail' || createdAt >= before)
            .map(({ key }) => key),
        ]),
      deleteThumbnails: (assetIds, before) =>
        assets.deleteMany({ _id: { $in: [...assetIds] }, use: 'thumbnail', createdAt: { $lt: before } }),
      unsavedPictures: (before, limit, after = '') =>
        rows
          .find({
            use: { $in: [...sweptUses] },
            unsaved: true,
            _id: { $gt: after },
            createdAt: { $lt: before },
          })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      unsavedInUse: (given) => unsavedInUse(users, given),
      async beginRemoval(assetIds, before) {
        const sweptAt = new Date();
        await assets.updateEach(
          assetIds.map((_id) => ({
            filter: {
              _id,
              use: { $in: [...sweptUses] },
              unsaved: true,
              createdAt: { $lt: before },
              sweptAt: { $exists: false },
            },
            // Another value for the unique key, so that the same bytes can be stored again at once.
            update: { $set: { sweptAt, sha256: `swept-${_id}` } },
          })),
        );
        return rows.find({ _id: { $in: [...assetIds] }, sweptAt: { $exists: true } }).toArray();
      },
      endRemoval: (assetIds) =>
        assets.deleteMany({ _id: { $in: [...assetIds] }, sweptAt: { $exists: true } }),
    },
  };
}
