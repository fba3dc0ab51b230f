import { setFlagsFromString } from 'node:v8';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { times } from '../times.ts';
import { limitCpuTime } from './cpu-limit.ts';

// V8 of Node 24 may free the code of a WebAssembly import twice when it collects such code while threads come and go, and
// then ends the process: "Check failed: jit_page_->allocations_.erase(addr) == 1" (Node.js issue 66366, repaired in Node 26).
// Not collected, code lives as long as the modules that it belongs to. It counts for the threads too, and `NODE_OPTIONS` does
// not take it.
setFlagsFromString('--no-wasm-code-gc');

/** Apart from `new Worker`, whose options the web's bundler would want to know where a test loads this file. */
const loader = new URL('./thread.worker.ts', import.meta.url);

export interface LimitedThreadOptions extends Pick<WorkerOptions, 'workerData' | 'resourceLimits'> {
  script: URL;
  /**
   * Addresses of the modules with a top-level `await` among those that the script imports: they are evaluated before it, each
   * by itself. See `LimitedThread`.
   */
  awaiting?: readonly string[];
  /** Whether it has the priority of the main thread; else a lower one, see `lowerThreadPriority`. */
  isForeground?: boolean;
  /** Added to the CPU time of a new thread's first task, ms: what it prepares once, as a WebAssembly heap. */
  startupBudgetMs: number;
  /** A thread is replaced after this many tasks, which frees a WebAssembly heap: it never shrinks. */
  maxTasks?: number;
}

/** A thread was terminated during a task, because of its CPU time, its memory, an exit or an uncaught error. */
export class ThreadFailure extends Error {
  readonly reason: 'time' | 'memory' | 'exit' | 'error';

  constructor(reason: ThreadFailure['reason'], cause?: unknown) {
    super(`the thread was terminated: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface ThreadTask<From, Reply> {
  message: unknown;
  transfer?: ArrayBuffer[];
  /** Limit of CPU time, ms. */
  cpuMs: number;
  /** Reads a message of the thread: the reply, or `undefined` while the task goes on. */
  read(message: From, thread: Worker): Reply | undefined;
}

/**
 * Files of strangers are parsed in a thread: no secret of the process is at hand. But where Node keeps compiled code is known
 * to it: a thread that starts for one file would take twice as long to compile the same modules again.
 */
function threadEnvironment(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

interface Started {
  worker: Worker;
  /** Resolves when the script and all that it imports has been evaluated, or the thread has exited. */
  loaded: Promise<void>;
}

/**
 * A worker thread that starts with the first task and can be terminated while it computes. The caller ensures that
 * there is one task at a time.
 *
 * V8 ends the whole process when a thread is terminated, or its process exits, while it evaluates a module that imports
 * one with a top-level `await`, as harfbuzzjs is (`SourceTextModule::AsyncModuleExecutionFulfilled`, Node 22 to 24).
 * Such a module is therefore named in `awaiting`: once it is evaluated, what imports it is evaluated like any other. And a
 * thread is not terminated while it loads: loading runs code of ours alone and counts for no limit.
 */
export class LimitedThread<From> {
  readonly #options: LimitedThreadOptions;
  #started: Started | undefined;
  #answered = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: LimitedThreadOptions) {
    this.#options = options;
  }

  /** @throws ThreadFailure */
  async run<Reply>(task: ThreadTask<From, Reply>): Promise<Reply> {
    const { worker: thread, loaded } = this.#start();
    const isNew = this.#answered === 0;
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const fail = (reason: ThreadFailure['reason'], cause?: unknown) =>
      reject(new ThreadFailure(reason, cause));
    const onError = (error: Error & { code?: string }) =>
      fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'error', error);
    const onExit = () => fail('exit');
    const onMessage = (message: From) => {
      const reply = task.read(message, thread);
      if (reply !== undefined) resolve(reply);
    };
    let limit: ReturnType<typeof limitCpuTime> | undefined;
    thread.on('error', onError).on('exit', onExit);
    thread.ref();
    try {
      await Promise.race([loaded, promise]);
      thread.on('message', onMessage);
      limit = limitCpuTime(thread, task.cpuMs + (isNew ? this.#options.startupBudgetMs : 0), () =>
        fail('time'),
      );
      thread.postMessage(task.message, task.transfer);
      const reply = await promise;
      this.#answered++;
      return reply;
    } catch (error) {
      void this.terminate();
      throw error;
    } finally {
      limit?.stop();
      thread.off('message', onMessage).off('error', onError).off('exit', onExit);
      this.#rest();
    }
  }

  /** Terminates the thread, once it has loaded; a later task starts another. */
  async terminate(): Promise<void> {
    clearTimeout(this.#idle);
    const terminated = this.#started;
    this.#started = undefined;
    await terminated?.loaded;
    await terminated?.worker.terminate();
  }

  #start(): Started {
    clearTimeout(this.#idle);
    if (this.#started) return this.#started;
    const { script, awaiting = [], isForeground, workerData, resourceLimits } = this.#options;
    const worker = new Worker(loader, {
      argv: [isForeground ? 'foreground' : 'background', ...awaiting, script.href],
      env: threadEnvironment(),
      workerData,
      ...(resourceLimits && { resourceLimits }),
    });
    const loaded = new Promise<void>((resolve) => {
      worker.once('message', () => resolve()).once('exit', () => resolve());
    });
    // Without a listener an error between two tasks would end the process.
    worker.on('error', () => undefined);
    this.#answered = 0;
    this.#started = { worker, loaded };
    return this.#started;
  }

  #rest(): void {
    if (this.#answered >= (this.#options.maxTasks ?? Number.POSITIVE_INFINITY)) void this.terminate();
    this.#started?.worker.unref();
    this.#idle = setTimeout(() => void this.terminate(), times.threadIdleMs);
    this.#idle.unref();
  }
}
