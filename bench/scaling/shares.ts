import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Limits each process to a share of a core. */
export interface Shares {
  limit(pid: number): void;
  close(): void;
}

const periodUs = 20_000;

/**
 * Uses cgroups, version 1 or 2. The period is short, so that a process that has used its quota is not paused for long.
 * `limit` throws when the cgroups are not writable, because a weaker limit (`nice`, one core for all) would measure
 * something else.
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
      // A cgroup can only be removed after its processes have exited.
      for (const group of groups) rmdirSync(group);
    },
  };
}
