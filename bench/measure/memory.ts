import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  pid: number;
  name: string;
  parent: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
        const end = stat.lastIndexOf(')');
        const parent = Number(stat.slice(end + 2).split(' ')[1]);
        return [{ pid: Number(entry), name: nameOf(entry, stat.slice(stat.indexOf('(') + 1, end)), parent }];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

/** Node processes are told apart by the file they run, servers that were fetched by the program their loader runs. */
function nameOf(pid: string, command: string): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  const script = words.find((word) => word.endsWith('/src/main.ts'));
  if (script !== undefined) return script.split('/').at(-3) ?? command;
  if (!command.startsWith('ld-linux')) return command;
  return words.some((word) => word.includes('redis-server')) ? 'redis-server' : 'postgres';
}

/** This process's descendants. */
function descendants(): Process[] {
  const all = processes();
  const found: Process[] = [];
  let parents = new Set([process.pid]);
  while (parents.size > 0) {
    const children = all.filter((child) => parents.has(child.parent));
    found.push(...children);
    parents = new Set(children.map((child) => child.pid));
  }
  return found;
}

/** A value of /proc/PID/status in MB; `VmRSS` now, `VmHWM` at its highest. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_000;
}

const leastMegabytes = 5;

/** The highest memory of each kind of process that this one started: the largest of those with one name. */
export function peaks(): Map<string, number> {
  const found = new Map<string, number>();
  for (const { pid, name } of descendants()) {
    try {
      found.set(name, Math.max(found.get(name) ?? 0, memoryOf(pid, 'VmHWM')));
    } catch {
      // It ended while we looked.
    }
  }
  return new Map([...found].filter(([, megabytes]) => megabytes > leastMegabytes));
}

/** Watches a process's memory; `stop` gives the highest seen, in MB. */
export function watch(pid: number): { stop: () => number } {
  let highest = 0;
  const timer = setInterval(() => {
    highest = Math.max(highest, memoryOf(pid, 'VmRSS'));
  }, 20);
  return {
    stop() {
      clearInterval(timer);
      return highest;
    },
  };
}
