import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../dev-stack/src/process/ports.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The gateway as a separate process that is restarted whenever it ends, as by a supervisor in production. */
export class SupervisedGateway {
  readonly #dataDir: string;
  #child: ChildProcess | null = null;
  #stopping = false;
  #said = '';
  #lost: Error | null = null;
  #lastFailure: Error | null = null;
  port = 0;
  /** Duration of each start until the gateway was ready, ms. */
  readonly startsMs: number[] = [];
  /** Restarts that failed before the gateway was ready. */
  failedStarts = 0;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  get url(): string {
    return `mongodb://127.0.0.1:${this.port}/`;
  }

  /** The end of what the running process wrote to stderr. */
  get said(): string {
    return this.#said;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const began = Date.now();
    this.port ||= await freePort();
    const args = [MAIN, '--data', this.#dataDir, '--port', String(this.port)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      this.#said = `${this.#said}${chunk}`.slice(-4_000);
    });
    let isReady = false;
    child.once('exit', () => {
      if (isReady && !this.#stopping && this.#child === child) void this.#again(60);
    });
    await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (chunk: Buffer) => {
        text += chunk;
        if (text.includes('\n')) resolve(text);
      });
      child.once('exit', () => reject(new Error(`the gateway ended before it was ready: ${this.#said}`)));
    });
    isReady = true;
    this.startsMs.push(Date.now() - began);
  }

  /** Kills it (kill -9) and resolves when it is ready again. */
  async restart(): Promise<void> {
    const starts = this.startsMs.length;
    process.kill(this.pid, 'SIGKILL');
    await this.startedAfter(starts);
  }

  /** Resolves when the gateway has started more than `starts` times. */
  async startedAfter(starts: number, timeoutMs = 60_000): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    while (this.startsMs.length <= starts) {
      if (this.#lost) throw this.#lost;
      if (Date.now() > deadline) {
        throw new Error(`${this.failedStarts} starts of the gateway failed`, { cause: this.#lastFailure });
      }
      await pause(20);
    }
  }

  /** Retries a failed start, as a supervisor does, a limited number of times. */
  async #again(tries: number): Promise<void> {
    try {
      await this.start();
    } catch (error) {
      if (this.#stopping) return;
      this.failedStarts++;
      this.#lastFailure = error as Error;
      if (tries > 1) {
        await pause(500);
        return await this.#again(tries - 1);
      }
      this.#lost = error as Error;
    }
  }

  /** Waits for the process to end without restarting it. */
  async abandon(): Promise<void> {
    this.#stopping = true;
    const child = this.#child;
    if (child && child.exitCode === null && child.signalCode === null) {
      await new Promise<void>((resolve) => child.once('exit', () => resolve()));
    }
  }

  async stop(): Promise<void> {
    const ended = this.abandon();
    this.#child?.kill('SIGTERM');
    await ended;
  }
}
