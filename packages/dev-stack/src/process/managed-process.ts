import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { mkdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reporter } from '../report.ts';
import { crashExcerpt } from './crash-excerpt.ts';
import { signal } from './identity.ts';
import type { Reaper } from './reaper.ts';

export interface ProcessSpec {
  /** The name, such as `render-worker`; also the name of its log. */
  name: string;
  kind: 'service' | 'server';
  command: string;
  args: string[];
  env: Record<string, string>;
  cwd: string;
  logFile: string;
  /** Called with new output of the process while it starts. */
  watch?(output: string): void;
  /** Called until it returns true; an error counts as false. */
  ready(): Promise<boolean>;
  /** How long a start may take, ms. */
  readyMs: number;
  /** How long a graceful stop may take, ms, before SIGKILL. */
  stopMs: number;
}

export interface ProcessContext {
  reaper: Reaper;
  report: Reporter;
  /** Called whenever a process began or ended. */
  onChange(): void;
}

/** Interval at which a starting process is checked for readiness, ms. */
const POLL = 60;
const LOG_LIMIT = 10_000_000;
const BACK_OFF = { first: 250, most: 30_000 };
/**
 * After a process was ready for this long, the back-off starts from the beginning, ms. The delays are for processes
 * that cannot run: a working database that is killed now and then must not be down for 30 s each time.
 */
const STEADY = 10_000;

/** A child process that is restarted with back-off whenever it ends unexpectedly. */
export class ManagedProcess {
  readonly spec: ProcessSpec;
  readonly #context: ProcessContext;
  #child: ChildProcess | null = null;
  /** Only a process that was ready once is restarted; a failed first start is reported by `start`. */
  #shouldRestart = false;
  #delay = BACK_OFF.first;
  /** When the current process became ready, ms since the epoch; infinite until then. */
  #readyAt = Number.POSITIVE_INFINITY;
  /** Where the output of the current process begins in the log, bytes. */
  #logFrom = 0;
  #restartDelay: AbortController | null = null;

  constructor(spec: ProcessSpec, context: ProcessContext) {
    this.spec = spec;
    this.#context = context;
  }

  get name(): string {
    return this.spec.name;
  }

  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /**
   * Starts the process and waits until it is ready.
   * @throws Error in one sentence with the process's name, an excerpt of its log and the log's path
   */
  async start(): Promise<void> {
    await rotate(this.spec.logFile);
    const child = this.#spawn();
    try {
      await this.#untilReady(child);
      this.#shouldRestart = true;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Stops the process gracefully and starts it again; resolves when it is ready. */
  async restart(): Promise<void> {
    await this.close();
    await this.start();
  }

  kill(name: NodeJS.Signals): void {
    const pid = this.pid;
    if (pid !== null) signal(pid, name);
  }

  async close(): Promise<void> {
    this.#shouldRestart = false;
    this.#restartDelay?.abort();
    const child = this.#child;
    if (child === null || child.pid === undefined) return;
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    if (this.#child === null) return;
    signal(child.pid, 'SIGTERM');
    const force = setTimeout(() => {
      this.#context.report.warn(
        `${this.name} did not end within ${this.spec.stopMs / 1000} s and was killed.`,
      );
      signal(child.pid!, 'SIGKILL');
    }, this.spec.stopMs);
    await ended;
    clearTimeout(force);
  }

  #spawn(): ChildProcess {
    const log = openSync(this.spec.logFile, 'a');
    this.#logFrom = fstatSync(log).size;
    const { command, args, env, cwd, kind } = this.spec;
    // A separate process group: Ctrl-C in the terminal reaches only this process, which then ends its children in
    // order.
    const child = spawn(command, args, { env, cwd, stdio: ['ignore', log, log], detached: true });
    closeSync(log);
    this.#child = child;
    this.#readyAt = Number.POSITIVE_INFINITY;
    const pid = child.pid;
    if (pid !== undefined) this.#context.reaper.add(kind, pid);
    this.#context.onChange();
    const onEnd = (how: string): void => {
      if (this.#child !== child) return;
      this.#child = null;
      if (pid !== undefined) this.#context.reaper.drop(pid);
      this.#context.onChange();
      if (this.#shouldRestart) void this.#restartLater(how);
    };
    child.once('error', (error) => onEnd(error.message));
    child.once('close', (code, by) => onEnd(by === null ? `code ${code}` : `signal ${by}`));
    return child;
  }

  async #restartLater(how: string): Promise<void> {
    if (Date.now() - this.#readyAt > STEADY) this.#delay = BACK_OFF.first;
    const wait = this.#delay;
    this.#delay = Math.min(wait * 2, BACK_OFF.most);
    this.#context.report.warn(
      `${this.name} ended unexpectedly (${how}); restarting in ${wait / 1000} s. Log: ${this.spec.logFile}`,
    );
    this.#restartDelay = new AbortController();
    const waited = await pause(wait, true, { signal: this.#restartDelay.signal }).catch(() => false);
    if (!waited || !this.#shouldRestart) return;
    const child = this.#spawn();
    await this.#untilReady(child).then(
      () => this.#context.report.info(`${this.name} has restarted.`),
      // Either it ended again and the next restart has begun, or it hangs and is killed, which begins one.
      () => {
        if (this.#child === child && child.pid !== undefined) signal(child.pid, 'SIGKILL');
      },
    );
  }

  async #untilReady(child: ChildProcess): Promise<void> {
    const { ready, readyMs, watch, logFile } = this.spec;
    const deadline = Date.now() + readyMs;
    let read = this.#logFrom;
    for (;;) {
      if (watch) {
        const output = await readFrom(logFile, read);
        read += output.length;
        watch(output.toString('utf8'));
      }
      if (this.#child !== child) throw new Error(await this.#failure('ended while it was starting'));
      if ((await ready().catch(() => false)) && this.#child === child) {
        this.#readyAt = Date.now();
        return;
      }
      if (Date.now() > deadline)
        throw new Error(await this.#failure(`was not ready after ${readyMs / 1000} s`));
      await pause(POLL);
    }
  }

  async #failure(what: string): Promise<string> {
    const log = await readFrom(this.spec.logFile, this.#logFrom);
    return `${this.name} ${what}: ${crashExcerpt(log.toString('utf8'))}. Log: ${this.spec.logFile}`;
  }
}

async function rotate(logFile: string): Promise<void> {
  await mkdir(dirname(logFile), { recursive: true });
  const size = await stat(logFile).then(
    (info) => info.size,
    () => 0,
  );
  if (size > LOG_LIMIT) await rename(logFile, `${logFile}.1`);
}

/** The log from a byte offset up to the last complete line. */
async function readFrom(logFile: string, from: number): Promise<Buffer> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  return log.subarray(from, log.lastIndexOf(10) + 1);
}
