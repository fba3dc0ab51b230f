import type { Store } from '@sello/store';
import { expect, it } from 'vitest';
import { rolesNow } from './recheck.ts';

it('makes the same few queries for any number of connections, organizations and people', async () => {
  const queries: string[] = [];
  const store = {
    sessions: {
      async openAmong(ids: readonly string[]) {
        queries.push('sessions');
        return new Set(ids.filter((id) => id !== 's1'));
      },
    },
    members: {
      async ofMany(pairs: readonly { tenantId: string; userId: string }[]) {
        queries.push('members');
        return pairs.map((pair) => ({ ...pair, role: 'admin', status: 'active' }));
      },
    },
  } as unknown as Store;
  const closed = {
    refuse: async () => undefined,
    async among() {
      queries.push('closed');
      return { paused: new Set(['t2']), deleted: new Set(['t4']) };
    },
    forget: () => undefined,
  };
  const connections = Array.from({ length: 300 }, (_, index) => ({
    tenantId: `t${index}`,
    person: { sessionId: `s${index}`, userId: `u${index}`, isSuperAdmin: false } as never,
  }));
  const roles = await rolesNow(store, connections, closed);
  expect(roles.slice(0, 5)).toEqual([['admin'], [], [], ['admin'], []]);
  expect(queries.sort()).toEqual(['closed', 'members', 'sessions']);
});
