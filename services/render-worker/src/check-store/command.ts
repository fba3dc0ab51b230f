import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { blobsOptionsFrom, createObjectStoreGuard, openBlobs } from '@sello/blobs';
import { createLogger, isAppError, readConfig, sharedVariables } from '@sello/kit';
import { enqueueChunks, openQueue } from '@sello/queue';
import { openStore, type StuckChunk } from '@sello/store';
import { variables } from '../config.ts';
import { CommandRefused, environmentOf, pathGiven, storeVariables } from '../operator-command.ts';
import { checkObjects, type ObjectsContext } from './objects.ts';
import { checkRecords } from './records.ts';
import { describeReport, type Report, startReport } from './report.ts';
import { waitForRepairs } from './wait.ts';

const usage = 'Usage: npm run check-store -- [--repair] [--wait] [--objects] [--json FILE] [--data DIR]';

const { about, schema } = sharedVariables.REDIS_URL;
const needed = {
  ...storeVariables,
  FONTS: variables.FONTS,
  FONT_PACKS: variables.FONT_PACKS,
  RENDER_BUDGET_MS: variables.RENDER_BUDGET_MS,
  REDIS_URL: { about, schema: schema.optional() },
};

const silent = createLogger({ service: 'check-store', level: 'silent' });

interface Options {
  repair: boolean;
  wait: boolean;
  /** Hash the bytes of every file too. */
  objects: boolean;
}

function readArguments(args: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        repair: { type: 'boolean', default: false },
        wait: { type: 'boolean', default: false },
        objects: { type: 'boolean', default: false },
        json: { type: 'string' },
        data: { type: 'string' },
      },
    });
    return values;
  } catch {
    throw new CommandRefused(usage);
  }
}

type CheckContext = Omit<ObjectsContext, 'report' | 'isDeep'>;

async function check(context: CheckContext, options: Options): Promise<Report> {
  const report = startReport(options.repair);
  await refuseUnknownStore(context);
  await checkRecords(context.store.consistency, report);
  await checkObjects({ ...context, report, isDeep: options.objects });
  return report;
}

/** With an unknown or emptied object store, every file would be reported missing, and thousands would be replaced. */
async function refuseUnknownStore({ objectStore }: CheckContext): Promise<void> {
  if (await objectStore.isOurs()) return;
  throw new CommandRefused(
    'The object store is empty or not the one of this installation: nothing was checked and nothing was changed. ' +
      'Put the right store back, or accept this one with accept-store, and check again.',
  );
}

/** Enqueues rows that were put back; if Redis is unavailable, the reconciler of the workers enqueues them later. */
async function enqueue(redisUrl: string | undefined, chunks: readonly StuckChunk[]): Promise<void> {
  if (redisUrl === undefined || chunks.length === 0) return;
  const queue = openQueue({ redisUrl, log: silent });
  try {
    await enqueueChunks(queue, chunks);
  } catch (error) {
    if (!isAppError(error, 'unavailable')) throw error;
  } finally {
    await queue.close();
  }
}

interface CommandContext {
  environment: NodeJS.ProcessEnv;
  print(text: string): void;
}

/** Runs the command with these arguments; returns its exit code. Throws `CommandRefused`. */
export async function runCheckStore(
  args: readonly string[],
  { environment, print }: CommandContext,
): Promise<number> {
  const { json, data, ...options } = readArguments(args);
  const config = readConfig(needed, await environmentOf(data, environment));
  const store = await openStore({ url: config.MONGO_URL, appName: 'check-store', ensureIndexes: false });
  const blobs = openBlobs(blobsOptionsFrom(config));
  const objectStore = createObjectStoreGuard(blobs, store.installation, silent);
  const context = { store, blobs, objectStore, config };
  try {
    let report = await check(context, options);
    await enqueue(config.REDIS_URL, report.chunks);
    if (options.repair && options.wait && report.found > 0) {
      print(describeReport(report));
      print('Waiting for a render-worker to finish what was put back.');
      await waitForRepairs(store, report);
      report = await check(context, { ...options, repair: false });
    }
    print(describeReport(report));
    if (json !== undefined) await writeFile(pathGiven(json), `${JSON.stringify(report.toJson(), null, 2)}\n`);
    return report.left > 0 ? 1 : 0;
  } finally {
    await blobs.close();
    await store.close();
  }
}
