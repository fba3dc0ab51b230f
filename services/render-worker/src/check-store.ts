import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type Blobs, blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { createLogger, isAppError, readConfig, sharedVariables } from '@sello/kit';
import { openQueue } from '@sello/queue';
import { openStore, type Store, type StuckChunk } from '@sello/store';
import { checkObjects } from './check-store/objects.ts';
import { checkRecords } from './check-store/records.ts';
import { describeReport, type Report, startReport } from './check-store/report.ts';
import { waitForRepairs } from './check-store/wait.ts';
import { variables } from './config.ts';
import { CommandRefused, environmentOf, pathGiven, runCommand, storeVariables } from './operator-command.ts';

// `npm run check-store -- [--repair [--wait]] [--objects] [--json FILE] [--data DIR]`: walks the whole store in bounded
// memory and holds rows, certificates, students and objects against each other, by the code of the reconciler. Exit
// code 0: sound, or repaired; 1: gaps are left; 2: it could not be checked. Where the environment names no database,
// the stack that runs on this machine tells of its own in its data folder (`.data`, or --data).
const usage = 'Usage: npm run check-store -- [--repair] [--wait] [--objects] [--json FILE] [--data DIR]';

const { about, schema } = sharedVariables.REDIS_URL;
const needed = {
  ...storeVariables,
  FONTS: variables.FONTS,
  REDIS_URL: { about, schema: schema.optional() },
};

interface Options {
  repair: boolean;
  wait: boolean;
  /** Hash the bytes of every file too. */
  objects: boolean;
}

function readArguments() {
  try {
    const { values } = parseArgs({
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

async function check(
  store: Store,
  blobs: Blobs,
  fonts: string | undefined,
  options: Options,
): Promise<Report> {
  const report = startReport(options.repair);
  await checkRecords(store.soundness, report);
  await checkObjects({ store, blobs, fonts, report, isDeep: options.objects });
  return report;
}

/** Rows that were put back are begun at once where the queue can be reached; else the workers find them. */
async function enqueue(redisUrl: string | undefined, chunks: readonly StuckChunk[]): Promise<void> {
  if (redisUrl === undefined || chunks.length === 0) return;
  const queue = openQueue({ redisUrl, log: createLogger({ service: 'check-store', level: 'silent' }) });
  try {
    for (const { tenantId, batchId, from, to } of chunks) {
      await queue.enqueue('generate', { tenantId, batchId, from, to });
    }
  } catch (error) {
    if (!isAppError(error, 'unavailable')) throw error;
  } finally {
    await queue.close();
  }
}

async function run(): Promise<number> {
  const { json, data, ...options } = readArguments();
  const config = readConfig(needed, await environmentOf(data));
  const store = await openStore({ url: config.MONGO_URL, appName: 'check-store', ensureIndexes: false });
  const blobs = openBlobs(blobsOptionsFrom(config));
  try {
    let report = await check(store, blobs, config.FONTS, options);
    await enqueue(config.REDIS_URL, report.chunks);
    if (options.repair && options.wait && report.found > 0) {
      console.log(describeReport(report));
      console.log('Waiting for a render-worker to finish what was put back.');
      await waitForRepairs(store, report);
      report = await check(store, blobs, config.FONTS, { ...options, repair: false });
    }
    console.log(describeReport(report));
    if (json !== undefined)
      await writeFile(pathGiven(json), `${JSON.stringify(report.toJson(), null, 2)}\n`);
    return report.left > 0 ? 1 : 0;
  } finally {
    await blobs.close();
    await store.close();
  }
}

await runCommand(run);
