import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
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

it('gives a thread nothing of the environment of its process but where compiled code is kept', async () => {
  expect(Object.keys(process.env)).toContain('PATH');
  const names = JSON.parse(await run('return JSON.stringify(Object.keys(process.env));', 10_000));
  expect(names).toEqual(Object.keys(process.env).filter((name) => name === 'NODE_COMPILE_CACHE'));
});

it('tells a thread that exited and one that threw apart', async () => {
  await expect(run('process.exit(1)', 10_000)).rejects.toMatchObject({ reason: 'exit' });
  await expect(run(`throw new Error('broken')`, 10_000)).rejects.toMatchObject({
    ...{ reason: 'error', cause: { message: 'broken' } },
  });
});

const moduleOf = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
const awaiting = moduleOf('await null;');
/** Takes 200 ms to evaluate, and imports a module with a top-level `await`. */
const slow = moduleOf(`import "${awaiting}"; for (const end = Date.now() + 200; Date.now() < end; );`);
const slowScript = moduleOf(`
  import "${slow}";
  import { parentPort } from 'node:worker_threads';
  parentPort.on('message', () => parentPort.postMessage('replied'));`);

it('lets a thread load before it terminates it', async () => {
  const loading = () => new LimitedThread<string>({ script: new URL(slowScript), startupBudgetMs: 0 });
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

/** Runs a program of which `thread.run()` is a part, and returns how it ended and what it printed. */
async function runProgram(program: string, flags: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'sello-thread-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const imported = `import { LimitedThread } from '${new URL('./limited-thread.ts', import.meta.url).href}';`;
  await writeFile(join(folder, 'program.mjs'), imported + program);
  const child = spawn(process.execPath, [...flags, join(folder, 'program.mjs')]);
  const [printed, ended] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { printed, ended };
}

it('collects no code of WebAssembly while threads come and go', async () => {
  // (module (import "a" "f" (func (param i32) (result i32))) (func (export "run") (param i32) …)): calls f as often as it says.
  const wasm =
    '0061736d01000000010a0260017f017f60017f000207010161016600000302010107070103' +
    '72756e00010a150113000340200010001a200041016b22000d000b0b';
  const script = moduleOf(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', () => {
      const module = new WebAssembly.Module(Buffer.from('${wasm}', 'hex'));
      for (let n = 0; n < 20; n++) {
        new WebAssembly.Instance(module, { a: { f: (value) => value + n } }).exports.run(3_000);
        gc();
      }
      parentPort.postMessage('replied');
    });`);
  // Not on the command line: Node reads the program and its TypeScript with WebAssembly too.
  const program = `
    import { setFlagsFromString } from 'node:v8';
    setFlagsFromString('--stress-wasm-code-gc');
    setFlagsFromString('--trace-wasm-code-gc');
    for (let n = 0; n < 4; n++) {
      const thread = new LimitedThread({ script: new URL(${JSON.stringify(script)}), startupBudgetMs: 0 });
      console.log(await thread.run({ message: '', cpuMs: 60_000, read: (reply) => reply }));
      await thread.terminate();
    }`;
  expect(await runProgram(program, ['--expose-gc'])).toEqual({
    printed: 'replied\n'.repeat(4),
    ended: [0, null],
  });
});

it('leaves a process that exits while a thread loads its own exit code', async () => {
  const evaluated = moduleOf(`
    import "${awaiting}";
    import { workerData } from 'node:worker_threads';
    Atomics.store(workerData, 0, 1);
    for (;;);`);
  const program = `
    const workerData = new Int32Array(new SharedArrayBuffer(4));
    const [script, awaiting] = ${JSON.stringify([moduleOf(`import "${evaluated}";`), [awaiting]])};
    const thread = new LimitedThread({ script: new URL(script), awaiting, workerData, startupBudgetMs: 0 });
    void thread.run({ message: '', cpuMs: 10_000, read: () => undefined });
    setInterval(() => Atomics.load(workerData, 0) && process.exit(7), 5);`;
  expect((await runProgram(program)).ended).toEqual([7, null]);
});
