import { once } from 'node:events';
import { runService } from '@sello/kit';
import { mongo } from 'mongoose';
import { createRenderWorker, variables } from '../src/index.ts';

// A render-worker that is sent TEST_SIGNAL in the middle of a batch, on any machine: when it is about to write results of
// rows after others were written. Then some rows are done, and those that it would write are leased to it. No result is
// written until the signal has arrived.
const signal = process.env.TEST_SIGNAL!;
const { bulkWrite } = mongo.Collection.prototype;
let isAnyWritten = false;
let arrived: Promise<unknown> | undefined;
mongo.Collection.prototype.bulkWrite = async function (...args) {
  if (this.collectionName !== 'batchItems') return bulkWrite.apply(this, args);
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
