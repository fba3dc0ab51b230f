import type { organizationsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import type { Parts } from '../../parts.ts';
import { organizationView } from '../../views/organization.ts';
import { factsOf } from './describe.ts';

type ListCall = (typeof organizationsApi.calls)['list'];

/** Every organization on this server, newest first. */
export const list: Handler<ListCall> = async ({ query }, parts) => {
  const { search, limit, cursor, identity, paused } = query;
  const narrowed = await narrow({ identity, paused }, parts);
  const page = await parts.store.tenants.page({ search, limit, cursor, ...narrowed });
  const facts = await factsOf(page.items, parts);
  return { ...page, items: page.items.map((tenant) => organizationView(tenant, facts.get(tenant._id)!)) };
};

/** What is asked of an identity or a pause lies in other collections: their few organizations narrow the list. */
async function narrow(
  { identity, paused }: { identity?: string | undefined; paused?: string | undefined },
  { store }: Pick<Parts, 'store'>,
) {
  const verified = identity === undefined ? [] : await store.domains.acrossTenants.verifiedTenantIds();
  const isPaused =
    paused === undefined
      ? []
      : [
          ...(await store.mailAccounts.acrossTenants.pausedIds()),
          ...(await store.tenants.listSignInsPaused()),
        ];
  const only = [...(identity === 'domain' ? [verified] : []), ...(paused === 'true' ? [isPaused] : [])];
  const except = [
    ...(identity === 'operator' || identity === 'unproven' ? verified : []),
    ...(paused === 'false' ? isPaused : []),
  ];
  const confirmed = identity === 'operator' ? true : identity === 'unproven' ? false : undefined;
  const [first, ...others] = only;
  return {
    ...(first && { ids: first.filter((id) => others.every((ids) => ids.includes(id))) }),
    ...(except.length > 0 && { exceptIds: except }),
    ...(confirmed !== undefined && { confirmed }),
  };
}
