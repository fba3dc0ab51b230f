import { limits, type studentsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { nameOf } from '../../views/batch.ts';

export const trash: Handler<(typeof studentsApi.calls)['trash']> = async ({ tenantId, query }, { store }) =>
  listed(
    query,
    async (page) => {
      const found = await store.trash.list(tenantId, { search: query.search, ...page });
      const people = await store.users.getMany([...new Set(found.items.map(({ deletedBy }) => deletedBy))]);
      const names = new Map(people.map((user) => [user._id, nameOf(user)]));
      const items = found.items.map(({ _id, fullName, idNumber, email, deletedAt, deletedBy }) => ({
        ...{ _id, fullName, idNumber },
        ...(email !== undefined && { email }),
        deletedAt: deletedAt.toISOString(),
        deletedBy: names.get(deletedBy) ?? '',
        until: new Date(deletedAt.getTime() + limits.restorableMs).toISOString(),
      }));
      return { ...found, items };
    },
    (student) => student,
  );
