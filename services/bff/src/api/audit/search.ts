import { type AuditFilters, actionsOf, serviceLimits } from '@sello/contracts';
import type { AuditQuery, Store } from '@sello/store';

/** The filters of a request as the store takes them; the words also find the lines about students of that name. */
export async function searchOf(
  store: Pick<Store, 'students'>,
  tenantId: string,
  { person, kind, from, to, search }: AuditFilters,
): Promise<AuditQuery> {
  const isSearched = search !== undefined && search !== '';
  const found = isSearched
    ? await store.students.listBrief(tenantId, { search, limit: serviceLimits.auditSearchedStudents })
    : { items: [] };
  return {
    actorId: person,
    actions: kind && actionsOf(kind),
    from: from === undefined ? undefined : new Date(from),
    before: to === undefined ? undefined : new Date(to),
    search,
    targets: found.items.map(({ _id }) => _id),
  };
}
