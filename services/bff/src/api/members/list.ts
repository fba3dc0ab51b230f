import type { membersApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { memberView } from '../../views/member.ts';

export const list: Handler<(typeof membersApi.calls)['list']> = async ({ tenantId, query }, { store }) => {
  const countingOwners = store.members.countOwners(tenantId);
  return listed(
    query,
    async (page) => {
      const reading = store.members.page(tenantId, { ...query, ...page });
      const [{ items, ...rest }, owners] = await Promise.all([reading, countingOwners]);
      return { ...rest, owners, items: items.map(memberView) };
    },
    (member) => member,
  );
};
