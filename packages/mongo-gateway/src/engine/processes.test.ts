import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { endMarked, processesMarked, roleOf, startTimeOf } from './processes.ts';

describe('a process of a cluster', () => {
  it('is identified by its mark only', () => {
    const mark = 'sello-0123';
    expect(roleOf(`ld.so\0postgres\0-D\0/proc/self/cwd\0-c\0cluster_name=${mark}\0`, mark)).toBe(
      'postmaster',
    );
    expect(roleOf(`ld.so\0--argv0\0postgres: ${mark}: checkpointer \0-c\0cluster_name=${mark}\0`, mark)).toBe(
      'child',
    );
    expect(roleOf(`postgres: ${mark}: walwriter `, mark)).toBe('child');
    expect(roleOf(`ld.so\0postgres\0-c\0cluster_name=${mark}4\0`, mark)).toBeNull();
    expect(roleOf(`grep\0cluster_name=${mark}|x\0`, mark)).toBeNull();
    expect(roleOf(`postgres: other: ${mark}: x`, mark)).toBeNull();
    expect(roleOf('', mark)).toBeNull();
  });

  it('is found while it runs, and not after it was ended', async () => {
    const mark = `sello-test-${process.pid}`;
    const child = spawn('sh', ['-c', 'while :; do sleep 1; done', 'sh', `cluster_name=${mark}`]);
    const ended = once(child, 'exit');
    await expect.poll(async () => (await processesMarked(mark)).postmasters).toContain(child.pid);
    expect(await endMarked(mark, 0)).toBeGreaterThan(0);
    await ended;
    expect(await processesMarked(mark)).toEqual({ postmasters: [], children: [] });
  });
});

describe('one run of a process', () => {
  it('is identified by its start time', async () => {
    expect(await startTimeOf(process.pid)).toMatch(/^\d+$/);
    expect(await startTimeOf(process.pid)).toBe(await startTimeOf(process.pid));
    expect(await startTimeOf(2 ** 22 + 1)).toBeNull();
  });
});
