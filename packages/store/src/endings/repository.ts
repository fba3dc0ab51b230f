import { AppError } from '@sello/kit';
import { keysHeld, printedPhotos } from '../assets/holders.ts';
import type { BatchRow } from '../batches/row.ts';
import { inRange } from '../batches/row.ts';
import type { Filter, Table } from '../database/table.ts';
import type { Tables } from '../database/tables.ts';
import type { EndedKind, Endings } from './endings.ts';

type EndedTables = Pick<
  Tables,
  | (
      | 'tenants'
      | 'invites'
      | 'mistakeReports'
      | 'batches'
      | 'batchItems'
      | 'emailDeliveries'
      | 'students'
      | 'trashedStudents'
      | 'templates'
    )
  | ('templateRevisions' | 'mailAccounts' | 'members' | 'signingCertificates' | 'certificates')
  | ('assets' | 'fonts' | 'catalog')
>;

const atOnce = 1_000;
const batchesAtOnce = 20;
const itemsAtOnce = 5_000;
const perPage = 100;

type TenantRows = Table<{ _id: string; tenantId: string }>;

export function createEndings(tables: EndedTables): Endings {
  const { tenants, batches, batchItems, signingCertificates, certificates } = tables;
  const { templateRevisions, assets, fonts } = tables;

  /** What is not asked again between two pages: once begun, a removal never ends without having removed everything. */
  async function requireRemoval(tenantId: string): Promise<void> {
    const removing = { _id: tenantId, 'deletion.removingSince': { $ne: null } } as never;
    if ((await tenants.rows.countDocuments(removing)) === 0) throw new AppError('organization_not_deleted');
  }

  async function removeSome(table: TenantRows, tenantId: string): Promise<number> {
    const found = await table.rows
      .find({ tenantId }, { projection: { _id: 1 } })
      .limit(atOnce)
      .toArray();
    if (found.length === 0) return 0;
    await removeThese(
      table,
      tenantId,
      found.map(({ _id }) => _id),
    );
    return found.length;
  }

  const removeThese = async (table: TenantRows, tenantId: string, ids: readonly string[]): Promise<number> =>
    ids.length === 0 ? 0 : table.deleteMany({ _id: { $in: [...ids] }, tenantId });

  /**
   * A batch becomes invisible, then its rows go, then it does: the check of the store finds no batch without its rows and
   * no rows without their batch, wherever this stops.
   */
  async function removeBatches(tenantId: string): Promise<number> {
    const found = await batches.rows
      .find({ tenantId }, { projection: { total: 1 } })
      .sort({ _id: 1 })
      .limit(batchesAtOnce)
      .toArray();
    if (found.length === 0) return 0;
    const ids = { _id: { $in: found.map(({ _id }) => _id) }, tenantId } as Filter<BatchRow>;
    await batches.updateMany(ids, { $set: { state: 'preparing' } });
    for (const { _id, total } of found) {
      for (let from = 0; from < total; from += itemsAtOnce)
        await batchItems.deleteMany(inRange(tenantId, _id, { from, to: from + itemsAtOnce }));
    }
    await batches.deleteMany(ids);
    return found.length;
  }

  const tablesOf = {
    invites: tables.invites,
    mistakeReports: tables.mistakeReports,
    emailDeliveries: tables.emailDeliveries,
    students: tables.students,
    trashedStudents: tables.trashedStudents,
    templates: tables.templates,
    mailAccounts: tables.mailAccounts,
    members: tables.members,
  } satisfies Record<Exclude<EndedKind, 'batches'>, unknown>;

  return {
    async remove(tenantId, kind) {
      await requireRemoval(tenantId);
      if (kind === 'batches') return removeBatches(tenantId);
      return removeSome(tablesOf[kind] as unknown as TenantRows, tenantId);
    },
    async forgetKeys(tenantId) {
      await requireRemoval(tenantId);
      await signingCertificates.updateMany({ tenantId }, { $unset: { sealedKey: '' } });
    },
    async forgetThumbnails(tenantId) {
      await requireRemoval(tenantId);
      await templateRevisions.updateMany({ tenantId }, { $unset: { thumbnail: '', thumbnailKey: '' } });
    },
    async unprintedRevisions(tenantId, after) {
      const projection = { prefixes: 1 } as const;
      const found = await templateRevisions.rows
        .find({ tenantId, _id: { $gt: after } }, { projection })
        .sort({ _id: 1 })
        .limit(perPage)
        .toArray();
      const ids = found.map(({ _id }) => _id);
      const keys = found.flatMap(({ prefixes }) => prefixes.map(({ key }) => key));
      const [revisions, prefixes] = await Promise.all([
        certificates.rows.distinct('revisionId', { tenantId, revisionId: { $in: ids } }),
        certificates.rows.distinct('prefix.key', { tenantId, 'prefix.key': { $in: keys } }),
      ]);
      const printed = new Set<unknown>([...revisions, ...prefixes]);
      return {
        revisions: found
          .filter(({ _id }) => !printed.has(_id))
          .map(({ _id, prefixes: own }) => ({
            _id,
            prefixKeys: own.map(({ key }) => key).filter((key) => !printed.has(key)),
          })),
        next: found.length < perPage ? null : ids.at(-1)!,
      };
    },
    async removeRevisions(tenantId, revisionIds) {
      await requireRemoval(tenantId);
      return removeThese(templateRevisions as unknown as TenantRows, tenantId, revisionIds);
    },
    async unprintedAssets(tenantId, after, printed) {
      const found = await assets.rows
        .find({ tenantId, _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(perPage)
        .toArray();
      const kept = await printedPhotos(tables, found);
      return {
        assets: found.filter(({ _id }) => !kept.has(_id) && !printed.has(_id)),
        next: found.length < perPage ? null : found.at(-1)!._id,
      };
    },
    async unusedKeys(tenantId, given) {
      const keys = given.flatMap(({ key, pictureKey }) => (pictureKey ? [key, pictureKey] : [key]));
      const ids = new Set(given.map(({ _id }) => _id));
      const named = { $in: keys };
      const others = await assets.rows
        .find({ $or: [{ key: named }, { tenantId, pictureKey: named }] })
        .toArray();
      const used = await keysHeld(tables, keys);
      for (const { _id, key, pictureKey } of others) {
        if (ids.has(_id)) continue;
        used.add(key);
        if (pictureKey) used.add(pictureKey);
      }
      return [...new Set(keys)].filter((key) => !used.has(key));
    },
    async removeAssets(tenantId, assetIds) {
      await requireRemoval(tenantId);
      return removeThese(assets as unknown as TenantRows, tenantId, assetIds);
    },
    fonts: (tenantId) => fonts.rows.find({ tenantId }).sort({ _id: 1 }).toArray(),
    async removeFonts(tenantId, fontIds) {
      await requireRemoval(tenantId);
      return removeThese(fonts as unknown as TenantRows, tenantId, fontIds);
    },
  };
}
