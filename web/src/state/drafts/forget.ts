import { memory } from '../memory.ts';

/** What a person has not saved yet is in a database of their own, which sign-out deletes. */
export const databaseOf = (userId: string): string => `sello.drafts.${userId}`;

/** Whether there may be such a database: it is not opened to find out. */
export function mayHaveDrafts(userId: string): boolean {
  return memory.read(databaseOf(userId)) !== null;
}

/** Deleting waits for other tabs to close the database; sign-out does not wait longer than this, ms. */
const patience = 2_000;

/** Deletes everything that was kept for a person in this browser. Never rejects. */
export async function forgetDrafts(userId: string): Promise<void> {
  if (!mayHaveDrafts(userId)) return;
  memory.write(databaseOf(userId), null);
  await new Promise<void>((resolve) => {
    setTimeout(resolve, patience);
    try {
      const request = indexedDB.deleteDatabase(databaseOf(userId));
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
    } catch {
      // There is no storage in this window, so nothing was kept.
      resolve();
    }
  });
}
