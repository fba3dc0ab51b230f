import { Worker } from 'node:worker_threads';
import type { Design, SignatureFields, Signer } from '@sello/contracts';
import { isErrorCode } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { FontOptions } from '../fonts/library.ts';
import type { OwnFont } from '../fonts/own.ts';
import type { Stamped } from '../stamp.ts';
import type { StampRow } from '../values.ts';
import { limitCpuTime } from './cpu-limit.ts';
import { FairQueue } from './fair-queue.ts';
import type {
  CompiledFacts,
  FromThread,
  RenderWorkerData,
  SerializedError,
  Task,
  TemplateImages,
  ToThread,
} from './messages.ts';

export interface RenderThreadOptions extends FontOptions {
  /** CPU time budget for stamping one certificate, ms. The budget for compiling is five times as much. */
  budgetMs: number;
}

export interface HeavyTemplate {
  /** The tenant id; tasks run round-robin between owners. */
  owner: string;
  /** Identifies the design in the thread's cache; the same id means the same design. */
  id: string;
  design: Design;
  images: () => Promise<TemplateImages>;
  /** Fonts of the organization that the design names. */
  fonts?: () => Promise<readonly OwnFont[]>;
}

/**
 * Renders expensive designs on a worker thread, which can be terminated while it computes. Throws what `compile` and
 * `stamp` throw, `template_too_heavy` {budgetMs} when the CPU time or memory limit is exceeded, and `unavailable` when
 * the thread exits.
 */
export interface RenderThread {
  compile(template: HeavyTemplate): Promise<CompiledFacts>;
  stamp(
    template: HeavyTemplate,
    row: StampRow,
    signing?: { signer: Signer; fields: SignatureFields },
  ): Promise<Stamped>;
  close(): Promise<void>;
}

const compileFactor = 5;
/** An idle thread is terminated after this time to free its memory, ms. */
const idleMs = 60_000;
/** Added to the budget of a new thread's first task, ms: opening the fonts takes up to this on a loaded machine. */
const startupMs = 5_000;
const memoryMb = 768;

export function createRenderThread({ folder, packs, budgetMs }: RenderThreadOptions): RenderThread {
  const queue = new FairQueue();
  let worker: Worker | undefined;
  let isReady = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    clearTimeout(idle);
    if (worker !== undefined) return worker;
    worker = new Worker(new URL('./render.worker.ts', import.meta.url), {
      workerData: { folder, packs } satisfies RenderWorkerData,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    isReady = false;
    worker.on('error', () => undefined);
    return worker;
  }

  function terminate(): Promise<unknown> {
    const terminated = worker;
    worker = undefined;
    return terminated?.terminate() ?? Promise.resolve();
  }

  function scheduleTermination(): void {
    worker?.unref();
    idle = setTimeout(() => void terminate(), idleMs);
    idle.unref();
  }

  /**
   * Runs one task; the caller ensures that it is the only one. Resolves with `missing` for a template not compiled yet.
   */
  function run(
    task: Task,
    cpuMs: number,
    signer?: Signer,
  ): Promise<Exclude<FromThread, { sign: Uint8Array }>> {
    const thread = start();
    const limitMs = cpuMs + (isReady ? 0 : startupMs);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        cleanUp();
        void terminate();
        reject(error);
      };
      const tooHeavy = () => fail(new AppError('template_too_heavy', { details: { budgetMs } }));
      const crash = (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooHeavy();
        else fail(error);
      };
      const exit = () => fail(new AppError('unavailable', { cause: new Error('the render thread exited') }));
      const limit = limitCpuTime(thread, limitMs, tooHeavy);
      const cleanUp = () => {
        limit.stop();
        thread.off('message', onMessage).off('error', crash).off('exit', exit);
      };
      const onMessage = (message: FromThread) => {
        if ('sign' in message) return void sign(thread, message.sign, signer!);
        isReady = true;
        cleanUp();
        if ('error' in message) reject(deserializeError(message.error));
        else resolve(message);
      };
      thread.on('message', onMessage).on('error', crash).on('exit', exit);
      thread.ref();
      thread.postMessage({ task } satisfies ToThread);
    });
  }

  async function compileNow({ id, design, images, fonts }: HeavyTemplate): Promise<CompiledFacts> {
    const own = (await fonts?.()) ?? [];
    const task: Task = { kind: 'compile', template: id, design, images: await images(), fonts: own };
    const reply = await run(task, budgetMs * compileFactor);
    if (!('compiled' in reply)) throw new Error('the render thread did not return a compiled template');
    return reply.compiled;
  }

  const enqueue = <Result>(owner: string, task: () => Promise<Result>): Promise<Result> =>
    queue.run(owner, async () => {
      try {
        return await task();
      } finally {
        scheduleTermination();
      }
    });

  return {
    compile: (template) => enqueue(template.owner, () => compileNow(template)),
    stamp: (template, row, signing) =>
      enqueue(template.owner, async () => {
        const { id, algorithm, signatureSize } = signing?.signer ?? {};
        const task: Task = {
          kind: 'stamp',
          template: template.id,
          row,
          signing: signing && {
            id: id!,
            algorithm: algorithm!,
            signatureSize: signatureSize!,
            fields: signing.fields,
          },
        };
        let reply = await run(task, budgetMs, signing?.signer);
        if ('missing' in reply) {
          await compileNow(template);
          reply = await run(task, budgetMs, signing?.signer);
        }
        if (!('stamped' in reply)) throw new Error('the render thread did not return a certificate');
        return reply.stamped;
      }),
    async close() {
      clearTimeout(idle);
      await terminate();
    },
  };
}

async function sign(thread: Worker, digest: Uint8Array, signer: Signer): Promise<void> {
  const message: ToThread = await signer.sign(digest).then(
    (signature) => ({ signature, signatureSize: signer.signatureSize }),
    (error: unknown) => ({
      signingError: {
        code: error instanceof AppError ? error.code : undefined,
        message: error instanceof Error ? error.message : String(error),
        details: error instanceof AppError ? error.details : undefined,
      },
    }),
  );
  thread.postMessage(message);
}

function deserializeError({ code, message, details }: SerializedError): Error {
  return isErrorCode(code) ? new AppError(code, { ...(details && { details }) }) : new Error(message);
}
