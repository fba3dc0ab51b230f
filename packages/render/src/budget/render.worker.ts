import { parentPort, workerData } from 'node:worker_threads';
import type { Signer } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import { lowerThreadPriority } from '@sello/kit/thread-priority';
import { type CompiledTemplate, compile } from '../compile.ts';
import { loadFonts } from '../fonts/library.ts';
import { stamp } from '../stamp.ts';
import type { FromThread, SigningTask, Task, ThreadSetting, ThrownError, ToThread } from './messages.ts';

lowerThreadPriority();
const port = parentPort!;
const fonts = loadFonts({ folder: (workerData as ThreadSetting).folder });
const keptTemplates = 4;
const templates = new Map<string, CompiledTemplate>();
let signed: { resolve: (bytes: Uint8Array) => void; reject: (error: unknown) => void } | undefined;

const answer = (message: FromThread) => port.postMessage(message);

port.on('message', (message: ToThread) => {
  if ('signature' in message) signed?.resolve(message.signature);
  else if ('unsigned' in message) signed?.reject(readError(message.unsigned));
  else run(message.task).then(answer, (error: unknown) => answer({ error: writeError(error) }));
});

async function run(task: Task): Promise<FromThread> {
  if (task.kind === 'compile') {
    const compiled = await compile(
      { id: task.template, design: task.design },
      {
        fonts: await fonts,
        assets: {
          async get(assetId) {
            const image = task.images.get(assetId);
            if (image === undefined) throw new AppError('not_found', { details: { assetId } });
            return image;
          },
        },
      },
    );
    templates.set(task.template, compiled);
    // A Map keeps the order of insertion: the first is the one compiled longest ago.
    if (templates.size > keptTemplates) templates.delete(templates.keys().next().value!);
    const { prefix, prefixSha256, pages } = compiled;
    return { compiled: { prefix, prefixSha256, pages } };
  }
  const compiled = templates.get(task.template);
  if (compiled === undefined) return { missing: true };
  const signing = task.signing && { signer: remoteSigner(task.signing), fields: task.signing.fields };
  return { stamped: await stamp(compiled, task.row, signing) };
}

function remoteSigner({ id, algorithm, signatureSize }: SigningTask): Signer {
  return {
    id,
    algorithm,
    signatureSize,
    sign(digest) {
      answer({ sign: digest });
      return new Promise((resolve, reject) => {
        signed = { resolve, reject };
      });
    },
  };
}

function writeError(error: unknown): ThrownError {
  const message = error instanceof Error ? error.message : String(error);
  return isAppError(error)
    ? { code: error.code, message, details: error.details }
    : { code: undefined, message, details: undefined };
}

function readError({ code, message, details }: ThrownError): unknown {
  return code === undefined
    ? new Error(message)
    : new AppError(code as 'internal', { ...(details && { details }) });
}
