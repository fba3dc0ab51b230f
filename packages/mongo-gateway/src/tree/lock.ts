import { type ChildProcess, spawn } from 'node:child_process';

/**
 * A kernel lock held by a child process, so that it ends with us however we end: the child keeps the lock until its
 * standard input closes, which kill -9 of this process does as well.
 */
export interface HeldLock {
  child: ChildProcess;
  /** Lets the lock go, after what its holder does afterwards. */
  release(): Promise<void>;
  /** Lets the lock go at once, without what its holder would do afterwards. */
  abandon(): Promise<void>;
}

/**
 * Takes the exclusive lock on a file (created when absent), waiting up to `waitMs`.
 * Answers null when someone else still holds it then. `afterwards` is a shell script the holder runs, lock still
 * held, once we are gone or have released it; what we write to the holder's standard input before is its input.
 */
export async function takeLock(
  file: string,
  waitMs: number,
  afterwards = 'cat >/dev/null',
): Promise<HeldLock | null> {
  const script = `echo held; ${afterwards}`;
  const child = spawn('flock', ['-w', String(Math.ceil(waitMs / 1000)), file, 'sh', '-c', script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // A process group of its own: Ctrl-C in the terminal must not take the lock from under an ordered shutdown.
    detached: true,
  });
  // Writing to a holder that has just died is no fault of ours; its end is seen by the exit event.
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
    // Its whole group, or the shell would go on with the lock it inherited.
    abandon: () => endedAfter(() => killGroup(child)),
  };
}

function killGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    // None of it is left.
  }
}
