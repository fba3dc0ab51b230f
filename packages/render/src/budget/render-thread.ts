import type { Worker } from 'node:worker_threads';
import type { Design, SignatureFields, Signer } from '@sello/contracts';
import { isErrorCode } from '@sello/contracts';
import { AppError, FairPool, LimitedThread, ThreadFailure } from '@sello/kit';
import type { FontOptions } from '../fonts/library.ts';
import type { OwnFont } from '../fonts/own.ts';
import type { LayoutReport } from '../layout-check.ts';
import type { Stamped } from '../stamp.ts';
import type { StampRow } from '../values.ts';
import { awaitingModules } from './awaiting.ts';
import { checkRows } from './check-rows.ts';
import type {
  CompiledFacts,
  FromThread,
  SerializedError,
  Task,
  TemplateImages,
  ToThread,
} from './messages.ts';

export interface RenderThreadOptions extends FontOptions {
  /** CPU time budget for stamping one certificate, ms. The budget for compiling is five times as much. */
  budgetMs: number;
  /** Somebody waits for the result: the thread keeps the priority of its process. Default: false. */
  isForeground?: boolean;
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
  /** As in `CompileOptions`. */
  isSpecimen?: boolean;
}

/**
 * Renders expensive designs on a worker thread, which can be terminated while it computes. Throws what `compile` and
 * `stamp` throw, `template_too_heavy` {budgetMs} when the CPU time or memory limit is exceeded, and `unavailable` when
 * the thread exits.
 */
export interface RenderThread {
  /** What the thread has compiled already is not compiled again. */
  compile(template: HeavyTemplate): Promise<CompiledFacts>;
  stamp(
    template: HeavyTemplate,
    row: StampRow,
    signing?: { signer: Signer; fields: SignatureFields },
  ): Promise<Stamped>;
  /**
   * What `layoutCheck` finds in each of the rows, in their order; `template_too_heavy` is the error of its row. Throws
   * what `compile` throws: it is the error of every row.
   */
  check(template: HeavyTemplate, rows: readonly StampRow[]): Promise<LayoutReport[]>;
  close(): Promise<void>;
}

const compileFactor = 5;
/** Added to the budget of a new thread's first task, ms: opening the fonts takes up to this on a loaded machine. */
const startupBudgetMs = 5_000;
const memoryMb = 768;

type Rendered = Exclude<FromThread, { sign: Uint8Array } | { error: SerializedError }>;

export function createRenderThread({
  folder,
  packs,
  budgetMs,
  isForeground = false,
}: RenderThreadOptions): RenderThread {
  const thread = new LimitedThread<FromThread>({
    script: new URL('./render.worker.ts', import.meta.url),
    awaiting: awaitingModules(),
    isForeground,
    workerData: { folder, packs } satisfies FontOptions,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    startupBudgetMs,
  });
  const queue = new FairPool([thread]);

  /** The reply to one task; `missing` for a template not compiled yet. */
  async function run(task: Task, cpuMs: number, signer?: Signer): Promise<Rendered> {
    const reply = await thread
      .run({
        message: { task } satisfies ToThread,
        cpuMs,
        read(message, worker) {
          if (!('sign' in message)) return message;
          void sign(worker, message.sign, signer!);
          return undefined;
        },
      })
      .catch((error: unknown) => {
        throw error instanceof ThreadFailure ? errorOf(error, budgetMs) : error;
      });
    if ('error' in reply) throw deserializeError(reply.error);
    return reply;
  }

  async function compileNow({
    id,
    design,
    images,
    fonts,
    isSpecimen = false,
  }: HeavyTemplate): Promise<CompiledFacts> {
    const own = (await fonts?.()) ?? [];
    const task: Task = {
      kind: 'compile',
      template: id,
      design,
      images: await images(),
      fonts: own,
      isSpecimen,
    };
    const reply = await run(task, budgetMs * compileFactor);
    if (!('compiled' in reply)) throw new Error('the render thread did not return a compiled template');
    return reply.compiled;
  }

  return {
    compile: (template) =>
      queue.take(template.owner, async () => {
        const reply = await run({ kind: 'compiled', template: template.id }, budgetMs);
        return 'compiled' in reply ? reply.compiled : compileNow(template);
      }),
    stamp: (template, row, signing) =>
      queue.take(template.owner, async () => {
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
    check: (template, rows) =>
      queue.take(template.owner, () =>
        checkRows(
          rows,
          async (some) => {
            const task: Task = { kind: 'check', template: template.id, rows: some };
            let reply = await run(task, budgetMs);
            if ('missing' in reply) {
              await compileNow(template);
              reply = await run(task, budgetMs);
            }
            if (!('reports' in reply)) throw new Error('the render thread did not return a report');
            return reply.reports;
          },
          () => compileNow(template),
        ),
      ),
    close: () => thread.terminate(),
  };
}

function errorOf({ reason, message, cause }: ThreadFailure, budgetMs: number): unknown {
  if (reason === 'time' || reason === 'memory')
    return new AppError('template_too_heavy', { details: { budgetMs } });
  return reason === 'exit' ? new AppError('unavailable', { cause: new Error(message) }) : cause;
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
