import type { membersApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { memberView } from '../../views/member.ts';

export const list: Handler<(typeof membersApi.calls)['list']> = async ({ tenantId, query }, { store }) => {
  let counting: Promise<number> | undefined;
  // Started beside the first page and not before it: a rejection that nobody awaits would end the process.
  const countOwners = () => (counting ??= store.members.countOwners(tenantId));
  return listed(
    query,
    async (page) => {
      const [{ items, ...rest }, owners] = await Promise.all([
        store.members.page(tenantId, { ...query, ...page }),
        countOwners(),
      ]);
      return { ...rest, owners, items: items.map(memberView) };
    },
    (member) => member,
  );
};
