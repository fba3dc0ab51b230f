import type { ApiClient } from '@sello/dev-stack';
import type { Store } from '@sello/store';

const memberCount = 10_000;
const tenantCount = 1_000;

const atOnce = 50;

/** Runs `work` for 0 … `count` - 1, some at once. */
async function each(count: number, work: (place: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

const idOf = (kind: string, place: number) => kind + place.toString(16).padStart(24 - kind.length, '0');

/**
 * One organization with 10,000 members, where the first of these people is an owner and the others are admins, and 999
 * more to which all of them belong. Returns the id of the large one.
 */
export async function seedOrganizations(store: Store, people: readonly ApiClient[]): Promise<string> {
  const users = people.map(({ user }) => ({ userId: user.id, userEmail: user.email, userName: user.email }));
  const largeId = idOf('a', 0);
  await each(tenantCount, async (place) => {
    const tenantId = idOf('a', place);
    const { userId, userEmail: email, userName: name } = users[0]!;
    // Created for another person each: a creation reads all organizations of its owner.
    const owner = place === 0 ? { userId, email, name } : { userId: idOf('b', place), email, name };
    await store.tenants.create({ _id: tenantId, name: `Institute ${tenantId.slice(-4)} of Lima`, owner });
    for (const user of place === 0 ? users.slice(1) : users) {
      await store.members.add(tenantId, { ...user, role: 'admin' });
    }
  });
  await each(memberCount - users.length, (place) => {
    const userName = `Member ${place} of the Institute`;
    const userEmail = `member-${place}@example.org`;
    return store.members.add(largeId, { userId: idOf('c', place), userEmail, userName, role: 'member' });
  });
  const { total } = await store.members.page(largeId, { limit: 1 });
  const own = await store.tenants.listOf(users[0]!.userId);
  if (total !== memberCount || own.length !== tenantCount)
    throw new Error(`${total} members, ${own.length} tenants`);
  return largeId;
}
