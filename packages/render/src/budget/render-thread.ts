import { Worker } from 'node:worker_threads';
import type { Design, SignatureFields, Signer } from '@sello/contracts';
import { isErrorCode } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Stamped } from '../stamp.ts';
import type { StampRow } from '../values.ts';
import { watch } from './cpu-clock.ts';
import { FairQueue } from './fair-queue.ts';
import type { CompiledFacts, FromThread, Task, ThrownError, ToThread } from './messages.ts';

export interface RenderThreadOptions {
  /** The operator's fonts, as for `loadFonts`. */
  folder?: string | undefined;
  /** CPU time that stamping one certificate may take, ms. Compiling may take five times as much. */
  budgetMs: number;
}

export interface HeavyTemplate {
  /** Whoever waits behind others takes turns with them by this name: an organization. */
  owner: string;
  /** Names the design in the thread; the same name is the same design. */
  id: string;
  design: Design;
  images: () => Promise<Map<string, Uint8Array>>;
}

/**
 * Renders designs that may take long, on a thread that can be ended in the middle of it. Throws what `compile` and
 * `stamp` throw, and `template_too_heavy` {budgetMs} when the budget of CPU time or memory is used up.
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

const compileShare = 5;
/** An idle thread gives its memory back after this, ms. */
const idleMs = 60_000;
/** What opening the fonts takes on a busy machine comes on top for a thread that has just begun, ms. */
const openingMs = 5_000;
const memoryMb = 768;

export function createRenderThread({ folder, budgetMs }: RenderThreadOptions): RenderThread {
  const queue = new FairQueue();
  let worker: Worker | undefined;
  let isOpened = false;
  let idle: NodeJS.Timeout | undefined;

  function start(): Worker {
    clearTimeout(idle);
    if (worker !== undefined) return worker;
    worker = new Worker(new URL('./render.worker.ts', import.meta.url), {
      workerData: { folder },
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    isOpened = false;
    worker.on('error', () => undefined);
    return worker;
  }

  function end(): Promise<unknown> {
    const ended = worker;
    worker = undefined;
    return ended?.terminate() ?? Promise.resolve();
  }

  function rest(): void {
    worker?.unref();
    idle = setTimeout(() => void end(), idleMs);
    idle.unref();
  }

  /** Runs one task in the thread, which has it alone; `missing` when the thread must compile first. */
  function run(
    task: Task,
    cpuMs: number,
    signer?: Signer,
  ): Promise<Exclude<FromThread, { sign: Uint8Array }>> {
    const thread = start();
    const allowedMs = cpuMs + (isOpened ? 0 : openingMs);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        settle();
        void end();
        reject(error);
      };
      const tooHeavy = () => fail(new AppError('template_too_heavy', { details: { budgetMs } }));
      const crash = (error: Error & { code?: string }) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') tooHeavy();
        else fail(error);
      };
      const exit = () => fail(new AppError('unavailable', { cause: new Error('the render thread ended') }));
      const clock = watch(thread, allowedMs, tooHeavy);
      const settle = () => {
        clock.stop();
        thread.off('message', take).off('error', crash).off('exit', exit);
      };
      const take = (message: FromThread) => {
        if ('sign' in message) return void sign(thread, message.sign, signer!);
        isOpened = true;
        settle();
        if ('error' in message) reject(readError(message.error));
        else resolve(message);
      };
      thread.on('message', take).on('error', crash).on('exit', exit);
      thread.ref();
      thread.postMessage({ task } satisfies ToThread);
    });
  }

  async function compileNow({ id, design, images }: HeavyTemplate): Promise<CompiledFacts> {
    const task: Task = { kind: 'compile', template: id, design, images: await images() };
    const answer = await run(task, budgetMs * compileShare);
    if (!('compiled' in answer)) throw new Error('the render thread did not compile');
    return answer.compiled;
  }

  const inTurn = <Result>(owner: string, work: () => Promise<Result>): Promise<Result> =>
    queue.take(owner, async () => {
      try {
        return await work();
      } finally {
        rest();
      }
    });

  return {
    compile: (template) => inTurn(template.owner, () => compileNow(template)),
    stamp: (template, row, signing) =>
      inTurn(template.owner, async () => {
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
        let answer = await run(task, budgetMs, signing?.signer);
        if ('missing' in answer) {
          await compileNow(template);
          answer = await run(task, budgetMs, signing?.signer);
        }
        if (!('stamped' in answer)) throw new Error('the render thread did not stamp');
        return answer.stamped;
      }),
    async close() {
      clearTimeout(idle);
      await end();
    },
  };
}

async function sign(thread: Worker, digest: Uint8Array, signer: Signer): Promise<void> {
  const message: ToThread = await signer.sign(digest).then(
    (signature) => ({ signature }),
    (error: unknown) => ({
      unsigned: {
        code: error instanceof AppError ? error.code : undefined,
        message: error instanceof Error ? error.message : String(error),
        details: error instanceof AppError ? error.details : undefined,
      },
    }),
  );
  thread.postMessage(message);
}

function readError({ code, message, details }: ThrownError): Error {
  return isErrorCode(code) ? new AppError(code, { ...(details && { details }) }) : new Error(message);
}
