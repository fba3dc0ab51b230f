import { parentPort, workerData } from 'node:worker_threads';
import type { Signer } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import { type CompiledTemplate, compile } from '../compile.ts';
import { type FontOptions, loadFonts } from '../fonts/library.ts';
import { layoutCheck } from '../layout-check.ts';
import { stamp } from '../stamp.ts';
import type { CompiledFacts, FromThread, SerializedError, SigningTask, Task, ToThread } from './messages.ts';

const port = parentPort!;
const fonts = loadFonts(workerData as FontOptions);
const maxTemplates = 4;
const templates = new Map<string, CompiledTemplate>();
type SignedAnswer = Extract<ToThread, { signature: Uint8Array }>;
let pending: { resolve: (answer: SignedAnswer) => void; reject: (error: unknown) => void } | undefined;

const reply = (message: FromThread) => port.postMessage(message);

port.on('message', (message: ToThread) => {
  if ('signature' in message) pending?.resolve(message);
  else if ('signingError' in message) pending?.reject(deserializeError(message.signingError));
  else run(message.task).then(reply, (error: unknown) => reply({ error: serializeError(error) }));
});

async function run(task: Task): Promise<FromThread> {
  // Of the first task, which has time for it.
  const library = await fonts;
  if (task.kind === 'compile') {
    const compiled = await compile(
      { id: task.template, design: task.design },
      {
        fonts: library.withOwn(task.fonts),
        images: task.images.variables,
        isSpecimen: task.isSpecimen,
        assets: {
          async get(assetId) {
            const image = task.images.assets.get(assetId);
            if (image === undefined) throw new AppError('not_found', { details: { assetId } });
            return image;
          },
        },
      },
    );
    templates.set(task.template, compiled);
    // A Map iterates in insertion order, so the first key is the template compiled longest ago.
    if (templates.size > maxTemplates) templates.delete(templates.keys().next().value!);
    return { compiled: factsOf(compiled) };
  }
  const compiled = templates.get(task.template);
  if (compiled === undefined) return { missing: true };
  if (task.kind === 'compiled') return { compiled: factsOf(compiled) };
  if (task.kind === 'check') {
    const reports = [];
    for (const row of task.rows) reports.push(await layoutCheck(compiled, row));
    return { reports };
  }
  const signing = task.signing && { signer: remoteSigner(task.signing), fields: task.signing.fields };
  return { stamped: await stamp(compiled, task.row, signing) };
}

const factsOf = ({ prefix, prefixSha256, pages }: CompiledTemplate): CompiledFacts => ({
  ...{ prefix, prefixSha256, pages },
});

function remoteSigner({ id, algorithm, signatureSize }: SigningTask): Signer {
  let size = signatureSize;
  return {
    id,
    algorithm,
    get signatureSize() {
      return size;
    },
    async sign(digest) {
      reply({ sign: digest });
      const signature = await new Promise<SignedAnswer>((resolve, reject) => {
        pending = { resolve, reject };
      });
      size = signature.signatureSize;
      return signature.signature;
    },
  };
}

function serializeError(error: unknown): SerializedError {
  const message = error instanceof Error ? error.message : String(error);
  return isAppError(error)
    ? { code: error.code, message, details: error.details }
    : { code: undefined, message, details: undefined };
}

function deserializeError({ code, message, details }: SerializedError): unknown {
  return code === undefined
    ? new Error(message)
    : new AppError(code as 'internal', { ...(details && { details }) });
}
