import { type ChildProcess, spawn } from 'node:child_process';

/** Runs `work` beside `count` processes that each keep a core busy: what neighbours on a machine may do. */
export async function withBusyLoops(count: number, work: () => Promise<void>): Promise<void> {
  const loops: ChildProcess[] = [];
  // They end with this process, however it ends: their standard input does.
  const busy =
    'process.stdin.on("close", () => process.exit()).resume(); const turn = () => { const end = Date.now() + 50; while (Date.now() < end); setImmediate(turn); }; turn();';
  try {
    for (let loop = 0; loop < count; loop++) {
      loops.push(spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'inherit'] }));
    }
    await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}
