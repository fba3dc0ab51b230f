import { membersApi } from '@sello/contracts';
import type { Attack } from '../attack.ts';
import { newAddress, type Organization } from '../stack.ts';

/** The ids next to one, read as a number of 96 bits: nearest first. */
function* neighboursOf(id: string, count: number): Generator<string> {
  const at = BigInt(`0x${id}`);
  for (let step = 1n; step <= BigInt(count); step++) {
    for (const near of [at + step, at - step]) yield near.toString(16).padStart(24, '0').slice(-24);
  }
}

/**
 * Ids that begin with the time and end with a counter are found from one's own: an outsider had another organization's
 * invitation after 45 tries.
 */
export const neighbouringIds: Attack = {
  name: 'neighbouring-ids',
  title: 'gives records ids that nobody finds from their own',
  async run({ stack, honest, stranger }, size) {
    const own = await stranger();
    const count = size === 'sample' ? 60 : 600;
    // One of theirs between two of the attacker's.
    const inviteOf = async ({ person, tenant }: Organization, email: string) => {
      const body = { tenantId: tenant, emails: [email] };
      const { invites } = await person.call(membersApi, 'invite', { tenant, body });
      return invites[0]!._id;
    };
    const mine = await inviteOf(own, 'mine@abuse.example');
    const theirs = await inviteOf(honest, 'theirs@abuse.example');
    const again = await inviteOf(own, 'mine.again@abuse.example');
    const nearest = Math.min(
      ...[mine, again].map((id) => Number(abs(BigInt(`0x${id}`) - BigInt(`0x${theirs}`)))),
    );
    let found = 0;
    let asked = 0;
    // Nor does an id that somebody did find tell anything by itself.
    for (const id of [theirs, ...neighboursOf(mine, count)]) {
      const response = await fetch(`${stack.app}/api/members?fn=get-invite-info&inviteId=${id}`, {
        headers: { 'x-forwarded-for': newAddress() },
      });
      await response.arrayBuffer();
      asked++;
      if (response.status !== 404) found++;
    }
    return { asked, found, nearestSteps: nearest };
  },
  // Of 96 random bits the nearest of two ids is farther away than anybody counts.
  bounds: { asked: { min: 100 }, found: { max: 0 }, nearestSteps: { min: 2 ** 50 } },
};
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
