import { serviceLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { omitUndefined, type Table } from '../database/table.ts';
import type { ReportRecord, Reports } from './reports.ts';

export function createReports(reports: Table<ReportRecord>): Reports {
  const { rows } = reports;
  return {
    add(tenantId, { _id = newId(), ...report }) {
      const at = new Date();
      const expiresAt = new Date(at.getTime() + serviceLimits.operatorReportKeptMs);
      return reports.insertOnce(omitUndefined({ ...report, _id, tenantId, at, expiresAt }) as ReportRecord);
    },
    acrossTenants: {
      list: ({ tenantId, closed, limit, cursor, isCounted } = {}) =>
        findPage(reports, {
          filter: {
            ...(tenantId !== undefined && { tenantId }),
            ...(closed !== undefined && { closedAt: closed ? { $ne: null } : null }),
          },
          sort: { field: 'at', direction: -1 },
          limit,
          cursor,
          isCounted,
        }),
      countOpen: (tenantIds) => countByTenant(reports, tenantIds, { closedAt: null }),
      async close(reportId, userId) {
        const closed = await reports.updateOne(
          { _id: reportId, closedAt: null as never },
          { $set: { closedAt: new Date(), closedBy: userId } },
        );
        if (closed.matchedCount === 0 && !(await rows.findOne({ _id: reportId })))
          throw new AppError('report_not_found');
      },
    },
  };
}
