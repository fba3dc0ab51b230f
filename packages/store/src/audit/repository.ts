import { auditEntity, type RowOf } from '@sello/contracts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { storedForm } from '../database/stored-form.ts';
import { omitUndefined, type Table } from '../database/table.ts';
import type { AuditLog, AuditRecord } from './audit.ts';

type AuditRow = RowOf<typeof auditEntity>;

const { toRow, toRecord } = storedForm(auditEntity);

export function createAuditLog(entries: Table<AuditRow>): AuditLog {
  return {
    async append(tenantId, { _id = newId(), details = {}, ...entry }) {
      const row = { ...entry, _id, tenantId, at: new Date(), details };
      await entries.insertOnce(toRow(omitUndefined(row) as AuditRecord));
    },
    async list(tenantId, { limit, cursor } = {}) {
      const sort = { field: '_id', direction: -1 } as const;
      const page = await findPage(entries, { filter: { tenantId }, sort, limit, cursor });
      return { ...page, items: page.items.map(toRecord) };
    },
  };
}
