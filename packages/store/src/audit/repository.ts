import { auditEntity, type RowOf, serviceLimits } from '@sello/contracts';
import { foldKey } from '../database/fold.ts';
import { idOfRow, newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { inRuns, omitUndefined, type Table } from '../database/table.ts';
import type { AuditLog, AuditQuery, AuditRecord, NewAuditEntry } from './audit.ts';

type AuditRow = RowOf<typeof auditEntity>;

const { toRow, toRecord } = storedForm(auditEntity);
const newest = { field: 'at', direction: -1 } as const;
const rowsAtOnce = 1_000;

function rowOf(
  tenantId: string,
  { _id = newId(), details = {}, ...entry }: NewAuditEntry & { _id?: string },
) {
  const at = new Date();
  const row = { ...entry, _id, tenantId, at, details };
  return {
    ...toRow(omitUndefined(row) as AuditRecord),
    expiresAt: new Date(at.getTime() + serviceLimits.auditKeptMs),
  };
}

function filterOf(tenantId: string, { actorId, actions, from, before, ...words }: AuditQuery) {
  const at = { ...(from && { $gte: from }), ...(before && { $lt: before }) };
  const matching = wordsFilter(words);
  return {
    tenantId,
    ...(actorId !== undefined && { actorId }),
    ...(actions && { action: { $in: [...actions] } }),
    ...((from || before) && { at }),
    ...(matching && { $or: matching }),
  };
}

/** The details are searched as they are stored, as JSON: a word is written as JSON writes it. */
function wordsFilter({ search = '', targets = [] }: Pick<AuditQuery, 'search' | 'targets'>) {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  if (words.length === 0) return undefined;
  const everyWord = words.map((word) => {
    const within = (text: string) => ({ $regex: text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' });
    return { $or: [{ actorName: within(word) }, { details: within(JSON.stringify(word).slice(1, -1)) }] };
  });
  return [{ $and: everyWord }, ...(targets.length > 0 ? [{ target: { $in: [...targets] } }] : [])];
}

export function createAuditLog(entries: Table<AuditRow>): AuditLog {
  return {
    async append(tenantId, entry) {
      await entries.insertOnce(rowOf(tenantId, omitUndefined(entry)));
    },
    async list(tenantId, { limit, cursor, isCounted, ...query } = {}) {
      const filter = filterOf(tenantId, query);
      const page = await findPage(entries, { filter, sort: newest, limit, cursor, isCounted });
      return { ...page, items: page.items.map(toRecord) };
    },
    async actors(tenantId) {
      const found = await entries.rows
        .aggregate<{ _id: string; name: string }>([
          { $match: { tenantId } },
          { $group: { _id: '$actorId', name: { $max: '$actorName' } } },
        ])
        .toArray();
      const byName = found.map(({ _id, name }) => ({ id: _id, name, key: foldKey(name) }));
      byName.sort((one, other) => (one.key < other.key ? -1 : 1));
      return byName.map(({ id, name }) => ({ id, name }));
    },
    acrossTenants: {
      async append(tenantIds, { _id: entryId = newId(), ...entry }) {
        // In the order of their ids, so that each one gets the same id whenever the call is repeated.
        const rows = [...tenantIds].sort().map((tenantId, place) => {
          return rowOf(tenantId, { ...omitUndefined(entry), _id: idOfRow(entryId, place) });
        });
        for (const run of inRuns(rows, rowsAtOnce)) await entries.insertMissing(run);
      },
    },
  };
}
