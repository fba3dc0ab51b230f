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

/** The name of a process: of a Node process by its script, of a server that was fetched by the program its loader runs. */
function nameOf(pid: string, command: string): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  const script = words.find((word) => word.endsWith('/src/main.ts'));
  if (script !== undefined) return script.split('/').at(-3) ?? command;
  if (!command.startsWith('ld-linux')) return command;
  return words.some((word) => word.includes('redis-server')) ? 'redis-server' : 'postgres';
}

/** All descendants of this process. */
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

/** Memory of a process from /proc/PID/status, MB: `VmRSS` is the current value, `VmHWM` the peak. */
export function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_000;
}

const leastMegabytes = 5;

/** Peak memory, MB, by the name of the processes that this one started; the largest of those with the same name. */
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

/** Samples the memory of a process every 20 ms; `stop` returns the highest sample, MB. */
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
