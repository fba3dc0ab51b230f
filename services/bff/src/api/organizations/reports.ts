import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { reportedView } from '../../views/organization.ts';

export const reports: Handler<(typeof organizationsApi.calls)['reports']> = async ({ query }, { store }) => {
  const { id, closed, limit, cursor } = query;
  return listed(
    { limit, cursor },
    async (asked) => {
      const page = await store.reports.acrossTenants.byCertificate({
        ...asked,
        tenantId: id,
        closed: closed === undefined ? undefined : closed === 'true',
      });
      const tenants = await store.tenants.getMany([...new Set(page.items.map(({ tenantId }) => tenantId))]);
      const names = new Map(tenants.map((tenant) => [tenant._id, tenant.publicName]));
      const items = page.items.map((one) => reportedView(one, names.get(one.tenantId) ?? ''));
      return { ...page, items };
    },
    (certificate) => certificate,
  );
};
