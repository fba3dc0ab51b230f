import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { LimitedThread } from './limited-thread.ts';

/** A thread whose messages are programs: it replies with what they return. */
const thread = () =>
  new LimitedThread<string>({
    script: new URL(
      `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
        import { pbkdf2Sync } from 'node:crypto';
        parentPort.on('message', async (program) => {
          parentPort.postMessage(await new Function('pbkdf2Sync', program)(pbkdf2Sync));
        });`,
      )}`,
    ),
    startupBudgetMs: 0,
  });
const run = (program: string, cpuMs: number) =>
  thread().run({ message: program, cpuMs, read: (reply) => reply });

it('does not count the time that a thread waits, or gets no CPU', async () => {
  const started = thread();
  const read = (reply: string) => reply;
  await started.run({ message: `return 'started';`, cpuMs: 10_000, read });
  const waiting = `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600); return 'replied';`;
  expect(await started.run({ message: waiting, cpuMs: 50, read })).toBe('replied');
});

it('terminates a thread that uses more CPU time than its limit, also within one native call', async () => {
  await expect(run('for (;;);', 200)).rejects.toMatchObject({ reason: 'time' });
  const native = `pbkdf2Sync('a', 'b', 8_000_000, 32, 'sha256'); return 'replied';`;
  await expect(run(native, 20)).rejects.toMatchObject({ reason: 'time' });
});

it('gives a thread nothing of the environment of its process', async () => {
  expect(Object.keys(process.env)).toContain('PATH');
  expect(await run('return JSON.stringify(process.env);', 10_000)).toBe('{}');
});

it('tells a thread that exited and one that threw apart', async () => {
  await expect(run('process.exit(1)', 10_000)).rejects.toMatchObject({ reason: 'exit' });
  await expect(run(`throw new Error('broken')`, 10_000)).rejects.toMatchObject({
    ...{ reason: 'error', cause: { message: 'broken' } },
  });
});

it('lets a thread load before it terminates it', async () => {
  // V8 ends the process when modules that import one with a top-level await are evaluated while their thread is terminated.
  const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const slow = moduleOf(
    `import "${moduleOf('await null;')}"; for (const end = Date.now() + 200; Date.now() < end; );`,
  );
  const script = moduleOf(`
    import "${slow}";
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => parentPort.postMessage('replied'));`);
  const loading = () => new LimitedThread<string>({ script: new URL(script), startupBudgetMs: 0 });
  const task = { message: '', cpuMs: 10_000, read: (reply: string) => reply };
  for (let after = 0; after < 200; after += 40) {
    const started = loading();
    const ending = expect(started.run(task)).rejects.toMatchObject({ reason: 'exit' });
    await setTimeout(after);
    await started.terminate();
    await ending;
  }
  // What it takes to load is no part of its task.
  expect(await loading().run({ ...task, cpuMs: 50 })).toBe('replied');
});
