import type { Store } from '@sello/store';
import { expect, it } from 'vitest';
import { rolesNow } from './recheck.ts';

it('asks the same few questions of however many connections, organizations and people there are', async () => {
  const asked: string[] = [];
  const store = {
    sessions: {
      async openAmong(ids: readonly string[]) {
        asked.push('sessions');
        return new Set(ids.filter((id) => id !== 's1'));
      },
    },
    members: {
      async ofMany(pairs: readonly { tenantId: string; userId: string }[]) {
        asked.push('members');
        return pairs.map((pair) => ({ ...pair, role: 'admin', status: 'active' }));
      },
    },
  } as unknown as Store;
  const paused = {
    has: async () => false,
    async among() {
      asked.push('paused');
      return new Set(['t2']);
    },
  };
  const connections = Array.from({ length: 300 }, (_, index) => ({
    tenantId: `t${index}`,
    person: { sessionId: `s${index}`, userId: `u${index}`, isSuperAdmin: false } as never,
  }));
  const roles = await rolesNow(store, connections, paused);
  expect(roles.slice(0, 4)).toEqual([['admin'], [], [], ['admin']]);
  expect(asked.sort()).toEqual(['members', 'paused', 'sessions']);
});
