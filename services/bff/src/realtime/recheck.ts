import type { Role } from '@sello/contracts';
import type { Store } from '@sello/store';
import type { Person } from '../http/access.ts';
import type { ClosedOrganizations } from '../identity/closed.ts';

export interface Connection {
  person: Person;
  tenantId: string;
}

/**
 * The current roles of each connected person, in the order given; none for a session that has ended, a member who was
 * removed or blocked, or an organization that the operator has
 * closed or an owner deleted. Two queries for any number of connections, so that
 * it can run every 1.5 s.
 */
export async function rolesNow(
  store: Pick<Store, 'sessions' | 'members'>,
  connections: readonly Connection[],
  organizations: ClosedOrganizations,
): Promise<Role[][]> {
  const pairs = connections.map(({ person, tenantId }) => ({ tenantId, userId: person.userId }));
  const [open, members, closed] = await Promise.all([
    store.sessions.openAmong([...new Set(connections.map(({ person }) => person.sessionId))]),
    store.members.ofMany(pairs),
    organizations.among(new Set(connections.map(({ tenantId }) => tenantId))),
  ]);
  const roleOf = new Map(
    members
      .filter((member) => member.status === 'active')
      .map((member) => [`${member.tenantId} ${member.userId}`, member.role]),
  );
  return connections.map(({ person, tenantId }) => {
    if (!open.has(person.sessionId)) return [];
    if (closed.deleted.has(tenantId)) return [];
    if (closed.paused.has(tenantId) && !person.isSuperAdmin) return [];
    const role = roleOf.get(`${tenantId} ${person.userId}`);
    return [...(role ? [role] : []), ...(person.isSuperAdmin ? (['super_admin'] as const) : [])];
  });
}
