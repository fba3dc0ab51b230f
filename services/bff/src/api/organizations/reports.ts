import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { reportView } from '../../views/organization.ts';

export const reports: Handler<(typeof organizationsApi.calls)['reports']> = async ({ query }, { store }) => {
  const { id, closed, limit, cursor } = query;
  const page = await store.reports.acrossTenants.list({
    tenantId: id,
    closed: closed === undefined ? undefined : closed === 'true',
    limit,
    cursor,
  });
  const tenants = await store.tenants.getMany([...new Set(page.items.map((report) => report.tenantId))]);
  const names = new Map(tenants.map((tenant) => [tenant._id, tenant.publicName]));
  return { ...page, items: page.items.map((report) => reportView(report, names.get(report.tenantId) ?? '')) };
};
