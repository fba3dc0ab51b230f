import type { BatchRecord, Store } from '@sello/store';

/** What to call those who began these batches: by name, else by e-mail. */
export async function creatorsOf(
  store: Pick<Store, 'users'>,
  batches: readonly BatchRecord[],
): Promise<ReadonlyMap<string, string>> {
  const users = await store.users.getMany([...new Set(batches.map((batch) => batch.createdBy))]);
  return new Map(users.map(({ _id, name, email }) => [_id, name === '' ? email : name]));
}
