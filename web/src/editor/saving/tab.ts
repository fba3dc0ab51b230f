const key = 'sello.tab';
const lockOf = (tab: string): string => `sello.tab.${tab}`;

/** Which tab this is, and which others of this browser are open. */
export interface Tab {
  /** The same after a reload and after the browser restored the tab. */
  id: string;
  /** Whether a tab is still open. Unknown, where there are no locks, counts as closed. */
  isOpen(id: string): Promise<boolean>;
}

function readId(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeId(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // The id lasts as long as the page; a draft of this tab is then found as that of a closed one.
  }
}

/** Holds a lock of that name until the page is gone. False when another tab holds it. */
function hold(locks: LockManager, name: string): Promise<boolean> {
  return new Promise((resolve) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<never>(() => undefined);
      })
      .catch(() => resolve(true));
  });
}

async function identify(): Promise<Tab> {
  // Without a secure context there are no locks.
  const locks = (navigator as { locks?: LockManager }).locks;
  let id = readId() ?? crypto.randomUUID();
  // A duplicated tab starts with a copy of the other one's storage.
  if (locks && !(await hold(locks, lockOf(id)))) {
    id = crypto.randomUUID();
    await hold(locks, lockOf(id));
  }
  writeId(id);
  return {
    id,
    async isOpen(other) {
      const held = (await locks?.query())?.held ?? [];
      return held.some(({ name }) => name === lockOf(other));
    },
  };
}

let known: Promise<Tab> | undefined;

export function thisTab(): Promise<Tab> {
  known ??= identify();
  return known;
}
