import { mongo } from 'mongoose';

// Loaded first by a render-worker that a test holds in the middle of a batch, on any machine. After SIGUSR2 it writes the
// results of one chunk, and those of the next ones when SIGUSR2 has arrived again; all else goes on meanwhile, so that the
// progress of that chunk is counted and published.
let held: { isAnyWritten: boolean; released: Promise<void>; release: () => void } | undefined;
process.on('SIGUSR2', () => {
  if (held === undefined) {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    held = { isAnyWritten: false, released, release };
  } else {
    held.release();
    held = undefined;
  }
});
const { bulkWrite } = mongo.Collection.prototype;
mongo.Collection.prototype.bulkWrite = async function (...args) {
  if (this.collectionName === 'batchItems' && held !== undefined) {
    if (held.isAnyWritten) await held.released;
    else held.isAnyWritten = true;
  }
  return bulkWrite.apply(this, args);
};
