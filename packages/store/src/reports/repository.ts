import { serviceLimits } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { countByTenant } from '../database/count-by-tenant.ts';
import { newId } from '../database/ids.ts';
import { findPage } from '../database/keyset.ts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import type { ReportedRecord, ReportQuery, ReportRecord, Reports } from './reports.ts';

export function createReports(reports: Table<ReportRecord>): Reports {
  const { rows } = reports;
  const matching = ({ tenantId, closed }: ReportQuery): Filter<ReportRecord> => ({
    ...(tenantId !== undefined && { tenantId }),
    ...(closed !== undefined && { closedAt: (closed ? { $ne: null } : null) as never }),
  });
  const list = (query: ReportQuery = {}) =>
    findPage(reports, {
      ...{ filter: matching(query), sort: { field: 'at', direction: -1 } },
      ...{ limit: query.limit, cursor: query.cursor, isCounted: query.isCounted },
    });

  async function about(certId: string, query: ReportQuery): Promise<Omit<ReportedRecord, 'tenantId'>> {
    const matches = { ...matching(query), certId };
    const [newest, total, open] = await Promise.all([
      rows.find(matches).sort({ at: -1, _id: -1 }).limit(serviceLimits.reportsShown).toArray(),
      rows.countDocuments(matches),
      rows.countDocuments({ certId, closedAt: null as never }),
    ]);
    return { certId, newest, total, open };
  }

  return {
    add(tenantId, { _id = newId(), ...report }) {
      const at = new Date();
      const expiresAt = new Date(at.getTime() + serviceLimits.operatorReportKeptMs);
      return reports.insertOnce(omitUndefined({ ...report, _id, tenantId, at, expiresAt }) as ReportRecord);
    },
    acrossTenants: {
      list,
      async byCertificate(query = {}) {
        const page = await list(query);
        const here = new Set(page.items.map(({ _id }) => _id));
        const numbers = new Set(page.items.map(({ certId }) => certId));
        const certificates = await Promise.all([...numbers].map((certId) => about(certId, query)));
        const items = certificates.flatMap((one) => {
          const [first] = one.newest;
          return first && here.has(first._id) ? [{ ...one, tenantId: first.tenantId }] : [];
        });
        return { ...page, items };
      },
      countOpen: (tenantIds) => countByTenant(reports, tenantIds, { closedAt: null }),
      async close(certId, until, userId) {
        const closed = await reports.updateMany(
          { certId, at: { $lte: until }, closedAt: null as never },
          { $set: { closedAt: new Date(), closedBy: userId } },
        );
        if (closed.matchedCount === 0 && !(await rows.findOne({ certId })))
          throw new AppError('report_not_found');
      },
    },
  };
}
