import type { organizationsApi } from '@sello/contracts';
import { foldKey, type TenantListQuery } from '@sello/store';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { organizationView } from '../../views/organization.ts';
import { factsOf, provedNames } from './describe.ts';

type ListCall = (typeof organizationsApi.calls)['list'];
type Stores = Pick<Context, 'store'>;

/** Every organization on this server, newest first. */
export const list: Handler<ListCall> = async ({ query }, context) => {
  const [search, narrowed, proved] = await Promise.all([
    searchOf(query.search, context),
    narrow(query, context),
    provedNames(context),
  ]);
  const { limit, cursor } = query;
  return listed(
    { limit, cursor },
    async (asked) => {
      const page = await context.store.tenants.page({ ...asked, ...narrowed, search });
      const facts = await factsOf(page.items, proved, context);
      return { ...page, items: page.items.map((tenant) => organizationView(tenant, facts.get(tenant._id)!)) };
    },
    (organization) => organization,
  );
};

/** Each word must match the name, the owner or the domain; matches in other collections are resolved to tenant ids. */
async function searchOf(search: string | undefined, { store }: Stores): Promise<TenantListQuery['search']> {
  const words = [...new Set(foldKey(search ?? '').split(' '))].filter((word) => word !== '');
  const [owned, named] = await Promise.all([
    store.members.acrossTenants.ownedBy(words),
    store.domains.acrossTenants.named(words),
  ]);
  return words.map((word) => ({ word, orIds: new Set([...owned.get(word)!, ...named.get(word)!]) }));
}

/** Resolves filters by identity and pause, which are stored in other collections, to tenant ids. */
async function narrow(
  { identity, paused }: Pick<Parameters<typeof list>[0]['query'], 'identity' | 'paused'>,
  { store }: Stores,
): Promise<Pick<TenantListQuery, 'ids' | 'exceptIds' | 'confirmed'>> {
  const verified = new Set(identity && (await store.domains.acrossTenants.verifiedTenantIds()));
  const isPaused = new Set(
    paused && [
      ...(await store.mailAccounts.acrossTenants.pausedIds()),
      ...(await store.tenants.listSignInsPaused()),
    ],
  );
  const only = [...(identity === 'domain' ? [verified] : []), ...(paused === 'true' ? [isPaused] : [])];
  const except = [
    ...(identity === 'operator' || identity === 'unproven' ? verified : []),
    ...(paused === 'false' ? isPaused : []),
  ];
  const confirmed = identity === 'operator' ? true : identity === 'unproven' ? false : undefined;
  return {
    ...(only.length > 0 && { ids: [...only[0]!].filter((id) => only.every((ids) => ids.has(id))) }),
    ...(except.length > 0 && { exceptIds: except }),
    ...(confirmed !== undefined && { confirmed }),
  };
}
