import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { RunAs } from './cluster.ts';
import { endMarked, signal } from './processes.ts';
import { HERE, SOCKET_PORT } from './settings.ts';
import { removeStaleLocks } from './stale-locks.ts';

export interface PostmasterOptions {
  cluster: string;
  bin: string;
  as: RunAs;
  mark: string;
  logFile: string;
  /** Folder of the socket, as a short path. */
  socketFolder: string;
  log: (line: string) => void;
}

const LOG_KEPT_BYTES = 16 * 1024 * 1024;
const STOP_TIMEOUT_MS = 15_000;
const START_TIMEOUT_MS = 120_000;
const MAX_CRASHES = 10;

/** Runs one postmaster and restarts it when it is killed; gives up when it crashes repeatedly. */
export class Postmaster {
  readonly #options: PostmasterOptions;
  #child: ChildProcess | null = null;
  #stopping = false;
  #crashes: number[] = [];
  #lost: ((error: Error) => void)[] = [];

  constructor(options: PostmasterOptions) {
    this.#options = options;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  onLost(listener: (error: Error) => void): void {
    this.#lost.push(listener);
  }

  /** Starts PostgreSQL and waits until it accepts connections, which includes crash recovery. */
  async start(): Promise<void> {
    const { bin, cluster, as, mark, logFile } = this.#options;
    await removeStaleLocks(cluster, mark);
    const size = await stat(logFile).then(
      (info) => info.size,
      () => 0,
    );
    if (size > LOG_KEPT_BYTES) await rename(logFile, `${logFile}.old`);
    const out = await open(logFile, 'a', 0o600);
    const child = spawn(join(bin, 'postgres'), ['-D', HERE, '-c', `cluster_name=${mark}`], {
      cwd: cluster,
      ...as,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
      stdio: ['ignore', out.fd, out.fd],
      // A separate process group: Ctrl-C in the terminal reaches only the gateway, which then stops PostgreSQL in
      // order.
      detached: true,
    });
    const failed = new Promise<never>((_, reject) => child.once('error', reject));
    failed.catch(() => {});
    this.#child = child;
    await out.close();
    await Promise.race([failed, this.#accepting(child)]);
    // Only a postmaster that was ready is restarted; a failed start is reported to the caller.
    const ended = (): void => void this.#ended(child);
    if (child.exitCode !== null || child.signalCode !== null) ended();
    else child.once('exit', ended);
  }

  async #accepting(child: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_TIMEOUT_MS;
    for (;;) {
      const client = new pg.Client({
        host: this.#options.socketFolder,
        port: SOCKET_PORT,
        user: 'postgres',
        database: 'postgres',
      });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`PostgreSQL did not start: ${await this.#crashExcerpt()}`);
        }
        if (Date.now() > deadline)
          throw new Error(`PostgreSQL accepts no connection: ${(error as Error).message}`);
      }
      await pause(20);
    }
  }

  async #crashExcerpt(): Promise<string> {
    const text = await readFile(this.#options.logFile, 'utf8').catch(() => '');
    return `${text.trim().split('\n').slice(-4).join(' | ')} (log: ${this.#options.logFile})`;
  }

  async #ended(child: ChildProcess): Promise<void> {
    if (this.#stopping || this.#child !== child) return;
    const { log, mark } = this.#options;
    const now = Date.now();
    log(`postgres ended unexpectedly (${child.signalCode ?? child.exitCode}), restarting it`);
    for (;;) {
      try {
        this.#crashes = [...this.#crashes.filter((at) => Date.now() - at < 60_000), Date.now()];
        if (this.#crashes.length > MAX_CRASHES)
          return this.#giveUp(new Error(`PostgreSQL keeps crashing: ${await this.#crashExcerpt()}`));
        await endMarked(mark, STOP_TIMEOUT_MS);
        if (this.#stopping) return;
        await this.start();
        log(`postgres restarted after ${Date.now() - now} ms`);
        return;
      } catch (error) {
        if (this.#stopping) return;
        log(`postgres could not be restarted: ${(error as Error).message}`);
        await pause(100);
      }
    }
  }

  #giveUp(error: Error): void {
    for (const listener of this.#lost) listener(error);
  }

  /** Fast shutdown: running statements are cancelled; every acknowledged write is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true;
    // A restart may be running: the processes it starts after this line are found by their mark below.
    if (this.#child?.pid && this.#child.exitCode === null) signal(this.#child.pid, 'SIGINT');
    await endMarked(this.#options.mark, STOP_TIMEOUT_MS);
  }
}
