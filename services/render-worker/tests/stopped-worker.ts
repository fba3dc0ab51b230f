import { once } from 'node:events';
import { runService } from '@sello/kit';
import { mongo } from 'mongoose';
import { createRenderWorker, variables } from '../src/index.ts';

// A render-worker that finishes one batch and is sent TEST_SIGNAL in the middle of the next, on any machine: when it is about
// to write results of rows after others were written. Then some rows are done, and those that it would write are leased to it.
// No result of that batch is written until the signal has arrived. It finishes a batch first because each start of a worker
// takes seconds: the one that ends what a killed worker left is killed in the next test.
const signal = process.env.TEST_SIGNAL!;
const { bulkWrite } = mongo.Collection.prototype;
/** The batches whose rows it has written. */
const batches = new Set<string>();
let isAnyWritten = false;
let arrived: Promise<unknown> | undefined;
mongo.Collection.prototype.bulkWrite = async function (...args) {
  const [, batchId] = /"([0-9a-f]{24}):\d{7}"/.exec(JSON.stringify(args[0])) ?? [];
  if (this.collectionName !== 'batchItems' || batchId === undefined) return bulkWrite.apply(this, args);
  if (batches.add(batchId).size === 1) return bulkWrite.apply(this, args);
  if (isAnyWritten && arrived === undefined) {
    // Nobody can listen for SIGKILL, which ends the process.
    arrived = signal === 'SIGKILL' ? new Promise(() => undefined) : once(process, signal);
    process.kill(process.pid, signal);
  }
  await arrived;
  const result = await bulkWrite.apply(this, args);
  isAnyWritten = true;
  return result;
};

await runService({ name: 'render-worker', variables, create: createRenderWorker });
