import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { membersApi, tenantsApi } from '@sello/contracts';
import type { ApiClient } from '@sello/dev-stack';
import { expect, it } from 'vitest';
import { addMember, outcomeOf, type People } from './people.ts';

const owners = 5;
const callsOfEach = 20;
/** What one person may have running at once, so that the calls race and are not refused. */
const atOnce = 7;

/** How each call of a round ended, and how many active owners were left after it. */
interface Round {
  ownersLeft: number;
  outcomes: Record<string, number>;
}

const countsOf = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)]
      .map(([outcome, some]) => [outcome, some.length] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

/**
 * Removals, demotions, blocks, leaves and transfers by all owners of an organization at once, in rounds. OWNERS_REPORT is
 * the file that the proof of all rounds is written to.
 */
export function describeOwners(context: () => People, rounds: number): void {
  it(`leave an owner in each of ${rounds} rounds of 100 calls`, {
    timeout: 600_000 + rounds * 60_000,
  }, async () => {
    const { stack } = context();
    const clients = await Promise.all(
      Array.from({ length: owners }, (_, place) => stack.signIn(`racer${place}@example.org`)),
    );
    const done: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const tenant = (await clients[0]!.call(tenantsApi, 'create', { body: { name: `Round ${round}` } }))._id;
      const ids = [(await stack.store.members.of(tenant, clients[0]!.user.id))!._id];
      for (const client of clients.slice(1)) ids.push(await addMember(stack, tenant, client, 'owner'));

      const act = (client: ApiClient, self: number, turn: number): Promise<string> => {
        const memberId = ids[(self + 1 + (turn % (owners - 1))) % owners]!;
        const kind = (turn + self) % 5;
        if (kind === 0) return outcomeOf(client, membersApi, 'remove-member', { tenant, body: { memberId } });
        if (kind === 1) {
          const body = { memberId, newRole: 'member' } as const;
          return outcomeOf(client, membersApi, 'change-role', { tenant, body });
        }
        if (kind === 2) {
          const body = { memberId, status: 'blocked' } as const;
          return outcomeOf(client, membersApi, 'set-status', { tenant, body });
        }
        if (kind === 3) return outcomeOf(client, tenantsApi, 'leave', { tenant, body: { tenantId: tenant } });
        return outcomeOf(client, tenantsApi, 'transfer', { tenant, body: { memberId } });
      };
      const outcomes = await Promise.all(
        clients.map(async (client, self) => {
          const waiting = Array.from({ length: callsOfEach }, (_, turn) => turn);
          const results: string[] = [];
          const work = async (): Promise<void> => {
            for (let turn = waiting.shift(); turn !== undefined; turn = waiting.shift()) {
              results.push(await act(client, self, turn));
            }
          };
          await Promise.all(Array.from({ length: atOnce }, work));
          return results;
        }),
      );
      const all = outcomes.flat();
      expect(all).toHaveLength(owners * callsOfEach);
      expect(all.filter((one) => ['rate_limited', 'internal', 'unavailable'].includes(one))).toEqual([]);
      expect(all).toContain('ok');
      const left = (await stack.store.members.list(tenant)).filter(
        ({ role, status }) => role === 'owner' && status === 'active',
      );
      // More than one is no fault: a late transfer can make an owner of somebody whose calls have all been made.
      expect(left.length).toBeGreaterThan(0);
      done.push({ ownersLeft: left.length, outcomes: countsOf(all) });
    }
    const report = process.env.OWNERS_REPORT;
    if (report === undefined) return;
    const fewestOwners = Math.min(...done.map(({ ownersLeft }) => ownersLeft));
    const facts = { rounds, owners, calls: owners * callsOfEach, atOnce: owners * atOnce, fewestOwners };
    mkdirSync(dirname(report), { recursive: true });
    writeFileSync(report, `${JSON.stringify({ ...facts, each: done }, null, 2)}\n`);
  });

  it('who were made so a moment ago are changed by no admin', async () => {
    const { stack } = context();
    const [owner, admin, person] = (await Promise.all(
      ['promoter', 'opponent', 'promoted'].map((name) => stack.signIn(`${name}@example.org`)),
    )) as [ApiClient, ApiClient, ApiClient];
    const tenant = (await owner.call(tenantsApi, 'create', { body: { name: 'Promotions' } }))._id;
    await addMember(stack, tenant, admin, 'admin');
    for (let round = 0; round < 12; round++) {
      const memberId = await addMember(stack, tenant, person, 'member');
      const oppose = [
        () => outcomeOf(admin, membersApi, 'remove-member', { tenant, body: { memberId } }),
        () => outcomeOf(admin, membersApi, 'set-status', { tenant, body: { memberId, status: 'blocked' } }),
        () => outcomeOf(admin, membersApi, 'change-role', { tenant, body: { memberId, newRole: 'admin' } }),
      ][round % 3]!;
      const promote = () =>
        outcomeOf(owner, membersApi, 'change-role', { tenant, body: { memberId, newRole: 'owner' } });
      const [promotion, opposition] = await Promise.all([promote(), oppose()]);
      const left = await stack.store.members.get(tenant, memberId);
      // The promotion ended either before the admin's call, which is refused then, or after it.
      if (opposition === 'cannot_change_owner') {
        expect(left).toMatchObject({ role: 'owner', status: 'active' });
      } else if (round % 3 === 0) {
        expect([promotion, opposition, left]).toEqual(['member_not_found', 'ok', null]);
      } else {
        expect([promotion, opposition, left?.role]).toEqual(['ok', 'ok', 'owner']);
      }
      if (left) await stack.store.members.remove(tenant, memberId);
    }
  });
}
