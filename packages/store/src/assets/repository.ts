import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets } from './assets.ts';

export function createAssets(assets: Table<AssetRecord>): Assets {
  const { rows } = assets;
  return {
    async put(tenantId, { sha256, fileName = '', ...asset }) {
      const existing = await rows.findOne({ tenantId, sha256 });
      if (existing) return existing;
      const row = {
        ...omitUndefined(asset),
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
        return concurrent;
      }
    },
    get: (tenantId, assetId) => rows.findOne({ _id: assetId, tenantId }),
    getMany: async (tenantId, assetIds) =>
      inOrderOf(assetIds, await rows.find({ _id: { $in: [...assetIds] }, tenantId }).toArray()),
    list: (tenantId) => rows.find({ tenantId }).sort({ createdAt: -1, _id: -1 }).toArray(),
    delete: (tenantId, assetId) => assets.deleteOne({ _id: assetId, tenantId }),
  };
}
