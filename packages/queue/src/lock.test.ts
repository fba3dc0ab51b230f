import { createLogger, times } from '@sello/kit';
import { afterEach, expect, it, vi } from 'vitest';
import { createLock, type LockRows } from './lock.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const busy = { busy: 'import_running' } as const;
afterEach(() => void vi.useRealTimers());

/** In-memory storage of locks. */
function buildRows() {
  const held = new Map<string, { owner: string; until: number }>();
  const rows: LockRows = {
    async take(name, owner, leaseMs) {
      const hold = held.get(name);
      if (hold !== undefined && hold.owner !== owner && hold.until > Date.now()) return false;
      held.set(name, { owner, until: Date.now() + leaseMs });
      return true;
    },
    async renew(name, owner, leaseMs) {
      const hold = held.get(name);
      if (hold?.owner !== owner) return false;
      hold.until = Date.now() + leaseMs;
      return true;
    },
    async release(name, owner) {
      if (held.get(name)?.owner === owner) held.delete(name);
    },
  };
  return { rows, held };
}

it('serializes the holders of one name and runs other names concurrently', async () => {
  const lock = createLock(buildRows().rows, log);
  const steps: string[] = [];
  const run = (name: string) =>
    lock.hold('import', busy, async () => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} ends`);
      return name;
    });
  const both = Promise.all([run('one'), run('two')]);
  await lock.hold('elsewhere', busy, async () => steps.push('elsewhere'));
  expect(await both).toEqual(['one', 'two']);
  expect(steps.filter((step) => step !== 'elsewhere')).toEqual([
    'one begins',
    'one ends',
    'two begins',
    'two ends',
  ]);
});

it('is released after a fault, and throws the busy error when the wait times out', async () => {
  const { rows } = buildRows();
  const lock = createLock(rows, log);
  await expect(lock.hold('import', busy, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await lock.hold('import', busy, async () => {
    const late = createLock(rows, log, 0).hold('import', busy, async () => 'never');
    await expect(late).rejects.toMatchObject({ code: 'import_running', details: { retryAfter: 2 } });
  });
});

it('is renewed for as long as the work takes, and expires after its process died', async () => {
  vi.useFakeTimers();
  const { rows, held } = buildRows();
  const lock = createLock(rows, log);
  let end = (): void => undefined;
  const long = lock.hold('import', busy, () => new Promise<void>((resolve) => (end = resolve)));
  await vi.advanceTimersByTimeAsync(3 * times.leaseMs);
  expect(await rows.take('import', 'another', times.leaseMs)).toBe(false);
  end();
  await long;
  expect(held.size).toBe(0);

  await rows.take('import', 'a process that died', times.leaseMs);
  const mine = createLock(rows, log, 2 * times.leaseMs).hold('import', busy, async () => 'mine');
  await vi.advanceTimersByTimeAsync(times.leaseMs + 100);
  expect(await mine).toBe('mine');
});

it('does not release a lock that another owner has taken', async () => {
  const { rows, held } = buildRows();
  await createLock(rows, log).hold('import', busy, async () => {
    held.set('import', { owner: 'another', until: Date.now() + times.leaseMs });
  });
  expect(held.get('import')?.owner).toBe('another');
});
