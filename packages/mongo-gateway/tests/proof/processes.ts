import { readFile } from 'node:fs/promises';

/** Process ids of a process's children. */
export async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return children.trim().split(' ').filter(Boolean).map(Number);
}

/** Process ids of the processes that hold a gateway's lock: flock and its shell. */
export async function holdersOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const child of await childrenOf(pid)) {
    const line = await readFile(`/proc/${child}/cmdline`, 'latin1').catch(() => '');
    if (line.startsWith('flock')) found.push(child, ...(await childrenOf(child)));
  }
  return found;
}
