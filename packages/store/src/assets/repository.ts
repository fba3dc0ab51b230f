import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets, NewAsset } from './assets.ts';

const newestFirst = { field: '_id', direction: -1 } as const;

export function createAssets(assets: Table<AssetRecord>): Assets {
  const { rows } = assets;

  /** A thumbnail that is uploaded as an image, too, is listed from then on. */
  async function asUsed(existing: AssetRecord, { use }: NewAsset): Promise<AssetRecord> {
    if (existing.use !== 'thumbnail' || use === 'thumbnail') return existing;
    const { _id, tenantId } = existing;
    await assets.updateOne({ _id, tenantId }, { $set: { use: 'image' } });
    return { ...existing, use: 'image' };
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
  };
}
