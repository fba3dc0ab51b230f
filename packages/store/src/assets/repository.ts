import { isKeptAt, isTakenAt, usesByRank, usesDeletedBy, usesOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { isDuplicateKey } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { inOrderOf, omitUndefined, type Table } from '../database/table.ts';
import type { AssetRecord, Assets, NewAsset } from './assets.ts';
import { assetsHeld, type HolderTables, keysHeld } from './holders.ts';

/** What is swept when nothing was saved with it. */
const sweptUses = usesDeletedBy('unsavedSweep');
const isSwept = ({ use = 'image' }: Pick<NewAsset, 'use'>): boolean => sweptUses.includes(use);
const newestFirst = { field: 'createdAt', direction: -1 } as const;

export function createAssets(assets: Table<AssetRecord>, holders: HolderTables): Assets {
  const { rows } = assets;

  /**
   * An asset keeps each use that it was uploaded for. The first by rank decides how it is swept: an image never is, a
   * thumbnail only while it is nothing else. What is swept and uploaded again stays for a while.
   */
  function changeOf(existing: AssetRecord, { use = 'image', logoKey }: NewAsset): Partial<AssetRecord> {
    const known = usesOf(existing);
    const isNew = !known.includes(use);
    const [first, ...also] = usesByRank.filter((one) => one === use || known.includes(one));
    const hasOwnObject = existing.use === 'signature' || existing.use === 'photo';
    return {
      ...(isNew && { use: first!, also }),
      ...(isNew && hasOwnObject && isSwept({ use }) && { unsaved: true }),
      ...(use === 'logo' && existing.logoKey === undefined && logoKey !== undefined && { logoKey }),
      // A logo's age is renewed by `renewLogo`.
      ...((isSwept({ use }) || use === 'thumbnail') &&
        use !== 'logo' &&
        first !== 'image' && { createdAt: new Date() }),
    };
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
      ...(isSwept(asset) && { unsaved: true }),
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
    list: (tenantId, { limit, cursor, isCounted, withPhotos = false } = {}) =>
      findPage(assets, {
        filter: { tenantId, use: { $in: ['image', null, ...(withPhotos ? ['photo' as const] : [])] } },
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
    async keep(tenantId, place, assetIds, named = []) {
      const usable = { tenantId, _id: { $in: [...assetIds] }, sweptAt: { $exists: false } } as const;
      await assets.updateMany({ ...usable, use: { $in: sweptUses } }, { $set: { createdAt: new Date() } });
      // Photographs are many: no sweep asks for each of them who holds it.
      if (place === 'photo') {
        await assets.updateMany({ ...usable, use: 'photo', unsaved: true }, { $unset: { unsaved: '' } });
      }
      const found = await rows.find(usable).toArray();
      const fitting = found.filter((asset) =>
        named.includes(asset._id) ? isKeptAt(asset, place) : isTakenAt(asset, place),
      );
      return new Set(fitting.map(({ _id }) => _id));
    },
    async letGo(tenantId, assetId) {
      const held = { _id: assetId, tenantId, use: 'photo', sweptAt: { $exists: false } } as const;
      await assets.updateOne(held, { $set: { unsaved: true, createdAt: new Date() } });
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
          ...(await keysHeld(holders, given)),
          ...(await rows.find({ key: { $in: [...given] } }).toArray())
            .filter(({ use, createdAt }) => use !== 'thumbnail' || createdAt >= before)
            .map(({ key }) => key),
        ]),
      deleteThumbnails: (assetIds, before) =>
        assets.deleteMany({ _id: { $in: [...assetIds] }, use: 'thumbnail', createdAt: { $lt: before } }),
      unsavedPictures: (before, limit, after = '') =>
        rows
          .find({
            use: { $in: sweptUses },
            unsaved: true,
            _id: { $gt: after },
            createdAt: { $lt: before },
          })
          .sort({ _id: 1 })
          .limit(limit)
          .toArray(),
      held: (given) => assetsHeld(holders, given),
      async beginRemoval(assetIds, before) {
        const sweptAt = new Date();
        await assets.updateEach(
          assetIds.map((_id) => ({
            filter: {
              _id,
              use: { $in: sweptUses },
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
