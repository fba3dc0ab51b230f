import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A kernel lock (flock) held by a child process. The child keeps the lock until its standard input closes, so the lock
 * is released however this process ends, also by kill -9.
 */
export interface HeldLock {
  child: ChildProcess;
  /** Releases the lock after the holder has run its `afterwards` script. */
  release(): Promise<void>;
  /** Releases the lock at once, without running the script. */
  abandon(): Promise<void>;
}

/**
 * Takes the exclusive lock on a file (created when absent), waiting up to `waitMs`; null when it is still held then.
 * `afterwards` is a shell script that the holder runs, with the lock held, after this process has ended or released the
 * lock; text written to the holder's standard input before is the script's input.
 */
export async function takeLock(
  file: string,
  waitMs: number,
  afterwards = 'cat >/dev/null',
): Promise<HeldLock | null> {
  const script = `echo held; ${afterwards}`;
  const child = spawn('flock', ['-w', String(Math.ceil(waitMs / 1000)), file, 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A separate process group: Ctrl-C in the terminal must not release the lock during an ordered shutdown.
    detached: true,
  });
  // Writing to a holder that has just ended is not an error; the exit event reports its end.
  child.stdin.on('error', () => {});
  const held = await new Promise<boolean>((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error(`The lock ${file} needs the program flock: ${error.message}`)),
    );
    child.stdout.once('data', () => resolve(true));
    child.once('exit', () => resolve(false));
  });
  if (!held) return null;
  child.stdout.resume();
  const endedAfter = (end: () => void): Promise<void> =>
    new Promise((resolve) => {
      const ended = child.exitCode !== null || child.signalCode !== null;
      if (ended) resolve();
      else child.once('exit', () => resolve());
      end();
    });
  return {
    child,
    release: () => endedAfter(() => child.stdin.end()),
    // The whole group, because the shell has inherited the lock.
    abandon: () => endedAfter(() => killGroup(child)),
  };
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // The group has already ended.
  }
}
