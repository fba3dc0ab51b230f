import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Holds processes to a share of a core, each for itself. */
export interface Shares {
  limit(pid: number): void;
  close(): void;
}

const periodUs = 20_000;

/**
 * By the kernel's groups of processes, of whichever version the machine has; a short period, so that a process that has
 * used its share is not stopped for long. Throws where they cannot be written, because a share that is only asked for
 * (`nice`, one core for all) measures something else.
 */
export function openShares(share: number): Shares {
  const quotaUs = Math.round(share * periodUs);
  const first = '/sys/fs/cgroup/cpu';
  const root = existsSync(first) ? first : '/sys/fs/cgroup';
  const groups: string[] = [];
  return {
    limit(pid) {
      const group = join(root, `sello-bench-${process.pid}-${pid}`);
      try {
        mkdirSync(group);
        groups.push(group);
        if (root === first) {
          writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
          writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
        } else {
          writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
        }
        writeFileSync(join(group, 'cgroup.procs'), String(pid));
      } catch (cause) {
        throw new Error(`${root} must be writable to give each worker a share of a core`, { cause });
      }
    },
    close() {
      // A group whose processes have ended is empty, and only then can it be removed.
      for (const group of groups) rmdirSync(group);
    },
  };
}
