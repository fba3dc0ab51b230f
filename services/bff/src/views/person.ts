import type { Store } from '@sello/store';

/** The names that others see of people, by id: the e-mail of one without a name. An unknown person is left out. */
export async function personNames(
  store: Pick<Store, 'users'>,
  userIds: readonly (string | undefined)[],
): Promise<Map<string, string>> {
  const ids = [...new Set(userIds.filter((id) => id !== undefined))];
  const users = ids.length === 0 ? [] : await store.users.getMany(ids);
  return new Map(users.map((user) => [user._id, user.name || user.email]));
}
