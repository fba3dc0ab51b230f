import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { anyText, date, defineSchema, optionalText, text } from '../database/schema.ts';
import { present, type Table } from '../database/table.ts';
import type { AuditLog, AuditRecord } from './audit.ts';

export interface AuditRow extends Omit<AuditRecord, 'details'> {
  /** As JSON: its keys are anything. */
  details: string;
}

export const auditSchema = defineSchema<AuditRow>({
  _id: text,
  tenantId: text,
  at: date,
  actorId: text,
  actorName: anyText,
  action: text,
  target: optionalText,
  details: text,
}).index({ tenantId: 1, _id: 1 });

export function createAuditLog(entries: Table<AuditRow>): AuditLog {
  return {
    async append(tenantId, { _id = newId(), details = {}, ...entry }) {
      const row = { ...entry, _id, tenantId, at: new Date(), details: JSON.stringify(details) };
      await entries.insertOnce(present(row) as AuditRow);
    },
    async list(tenantId, { limit, cursor } = {}) {
      const sort = { field: '_id', direction: -1 } as const;
      const page = await findPage(entries, { filter: { tenantId }, sort, limit, cursor });
      return {
        ...page,
        items: page.items.map((row) => ({
          ...row,
          details: JSON.parse(row.details) as AuditRecord['details'],
        })),
      };
    },
  };
}
