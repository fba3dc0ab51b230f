import { databaseOf } from './forget.ts';

const stores = ['drafts', 'bases'] as const;
export type DraftStoreName = (typeof stores)[number];

/** Resolves with the result of a request; rejects with its error. */
function resultOf<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A connection that is opened when it is first needed, and closed when the database is deleted elsewhere. */
export interface Connection {
  /**
   * Runs work in one transaction and resolves when it is committed. Rejects when the browser keeps nothing, as in some
   * private windows, when there is no room, and after the database was deleted.
   */
  run<Value>(
    mode: IDBTransactionMode,
    work: (store: (name: DraftStoreName) => IDBObjectStore) => IDBRequest<Value> | undefined,
  ): Promise<Value | undefined>;
  /** Whether the database was deleted, as by a sign-out in another tab. */
  readonly isDeleted: boolean;
  /** Keeps again after that: the same person has signed in. */
  reopen(): void;
  close(): void;
}

export function connect(userId: string): Connection {
  let opened: Promise<IDBDatabase> | null = null;
  let isDeleted = false;

  const open = (): Promise<IDBDatabase> => {
    if (typeof indexedDB === 'undefined') return Promise.reject(new Error('no IndexedDB'));
    const request = indexedDB.open(databaseOf(userId), 1);
    request.onupgradeneeded = () => {
      for (const name of stores) {
        request.result.createObjectStore(name, { keyPath: ['place', 'template', 'tab'] });
      }
    };
    return resultOf(request).then((database) => {
      const forget = () => {
        opened = null;
      };
      database.onclose = forget;
      database.onversionchange = ({ newVersion }) => {
        // Signed out in another tab: what was drawn must not be written anew.
        if (newVersion === null) isDeleted = true;
        database.close();
        forget();
      };
      return database;
    });
  };

  return {
    get isDeleted() {
      return isDeleted;
    },
    async run(mode, work) {
      if (isDeleted) throw new Error('the database was deleted at sign-out');
      opened ??= open();
      const pending = opened;
      const database = await pending.catch((error: unknown) => {
        if (opened === pending) opened = null;
        throw error;
      });
      const transaction = database.transaction([...stores], mode);
      const done = new Promise<void>((resolve, reject) => {
        transaction.oncomplete = () => resolve();
        transaction.onabort = () => reject(transaction.error ?? new Error('not kept'));
      });
      const request = work((name) => transaction.objectStore(name));
      // A tab that is closed now commits what was asked for.
      if (mode === 'readwrite') transaction.commit();
      await done;
      return request?.result;
    },
    reopen() {
      isDeleted = false;
    },
    close() {
      void opened?.then(
        (database) => database.close(),
        () => undefined,
      );
      opened = null;
    },
  };
}
