import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '@sello/kit';
import type { Store } from '@sello/store';
import { CommandRefused } from '../operator-command.ts';

/** Held by a backup. While it is held no pack is deleted: rows that were copied may refer to it. */
const backupLock = 'backup';

export const isBackupRunning = (locks: Pick<Store['locks'], 'isHeld'>, now?: Date): Promise<boolean> =>
  locks.isHeld(backupLock, now);

/**
 * Copies while no pack is deleted. Throws CommandRefused while another backup is running, and for a copy during which the
 * lock was lost: an object that it needs may have been deleted.
 */
export async function holdPacks<Result>(locks: Store['locks'], copy: () => Promise<Result>): Promise<Result> {
  const owner = randomUUID();
  await take(locks, owner);
  let isLost = false;
  const renewing = setInterval(() => {
    locks.renew(backupLock, owner, times.leaseMs).then(
      (isHeld) => {
        isLost ||= !isHeld;
      },
      // The next renewal comes before the lease ends.
      () => undefined,
    );
  }, times.leaseRenewMs);
  try {
    const result = await copy();
    isLost ||= !(await locks.renew(backupLock, owner, times.leaseMs));
    if (isLost) throw new CommandRefused('The database was away for too long. Run the backup again.');
    return result;
  } finally {
    clearInterval(renewing);
    await locks.release(backupLock, owner).catch(() => undefined);
  }
}

/** Waits for the lease of a backup that was killed. */
async function take(locks: Store['locks'], owner: string): Promise<void> {
  const deadline = Date.now() + times.leaseMs + times.leaseRenewMs;
  while (!(await locks.take(backupLock, owner, times.leaseMs))) {
    if (Date.now() > deadline) throw new CommandRefused('Another backup is running.');
    await sleep(times.backupLockPollMs);
  }
}
