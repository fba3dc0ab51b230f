import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets, NewAsset } from './assets.ts';
import { type PictureUsers, picturesShown } from './pictures.ts';

const newestFirst = { field: '_id', direction: -1 } as const;

export function createAssets(assets: Table<AssetRecord>, users: PictureUsers): Assets {
  const { rows } = assets;

  /** A thumbnail that is uploaded as an image, too, is listed from then on; uploaded again, it is not swept for a while. */
  async function asUsed(existing: AssetRecord, { use }: NewAsset): Promise<AssetRecord> {
    if (existing.use !== 'thumbnail') return existing;
    const { _id, tenantId } = existing;
    const change = use === 'thumbnail' ? { createdAt: new Date() } : { use: 'image' as const };
    await assets.updateOne({ _id, tenantId }, { $set: change });
    return { ...existing, ...change };
  }

  return {
    async put(tenantId, asset) {
      const { sha256, fileName = '', ...rest } = asset;
      const existing = await rows.findOne({ tenantId, sha256 });
      if (existing) return asUsed(existing, asset);
      const row = {
        ...omitUndefined(rest),
        _id: newId(),
        tenantId,
        sha256,
        fileName,
        createdAt: new Date(),
      };
      try {
        return await assets.insertOnce(row as AssetRecord);
      } catch (error) {
        const concurrent = isDuplicateKey(error) ? await rows.findOne({ tenantId, sha256 }) : null;
        if (!concurrent) throw error;
        return asUsed(concurrent, asset);
      }
    },
    get: (tenantId, assetId) => rows.findOne({ _id: assetId, tenantId }),
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
    },
  };
}
