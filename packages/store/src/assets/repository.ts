import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets, NewAsset } from './assets.ts';
import { type PictureUsers, picturesShown } from './pictures.ts';

const newestFirst = { field: '_id', direction: -1 } as const;

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
      };
    }
    if (existing.use === 'thumbnail')
      return use === 'thumbnail' ? { createdAt: new Date() } : { use: 'image' };
    return existing.use === 'logo' && use === 'image' ? { use } : {};
  }

  async function asUsed(existing: AssetRecord, asset: NewAsset): Promise<AssetRecord> {
    const { _id, tenantId } = existing;
    const change = changeOf(existing, asset);
    if (Object.keys(change).length > 0) await assets.updateOne({ _id, tenantId }, { $set: change });
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
