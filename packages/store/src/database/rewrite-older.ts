import { times } from '@sello/kit';
import type { Connection } from 'mongoose';
import pRetry from 'p-retry';
import { entityOf } from './tables.ts';
import { upgradeBefore } from './upgrade.ts';
import { versionsOf } from './versions.ts';

/** A fault that a document had before its migration stays what it was: no service is kept from starting by it. */
const unchecked = { row: () => {} };

/**
 * Writes the older documents of the entities that declare `isRewritten` in their current version, so that filters and
 * indexes find them. Safe when several services start concurrently: each write is conditional on the version that was
 * read, and writes the same.
 */
export async function rewriteOlder(connection: Connection): Promise<void> {
  const database = connection.getClient().db(connection.name);
  for (const entity of Object.values(entityOf).filter(({ isRewritten }) => isRewritten)) {
    const collection = database.collection<{ _id: string }>(entity.collection);
    const upgrade = upgradeBefore(collection, versionsOf(entity), unchecked);
    await pRetry(async () => upgrade({}), { retries: 4, minTimeout: times.indexAgainMs, randomize: true });
  }
}
