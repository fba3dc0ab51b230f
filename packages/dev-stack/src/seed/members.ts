import type { TenantRole } from '@sello/contracts';
import { openStore } from '@sello/store';
import { signIn } from './client.ts';
import type { Platform } from './platform.ts';

const roles: Record<string, TenantRole> = {
  admin: 'admin',
  member: 'member',
  'template designer': 'template_designer',
};

/** Adds the demo people to the organization with their roles; each signs in once before, as invited people do. */
export async function joinMembers(stack: Platform, tenantId: string): Promise<void> {
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'dev-stack', ensureIndexes: false });
  try {
    for (const person of stack.people) {
      const role = roles[person.role];
      if (!role) continue;
      const client = await signIn(stack, person);
      await client.signOut();
      if (await store.members.of(tenantId, client.user.id)) continue;
      const { id: userId, email: userEmail } = client.user;
      await store.members.add(tenantId, { userId, userEmail, userName: person.name, role });
    }
  } finally {
    await store.close();
  }
}
