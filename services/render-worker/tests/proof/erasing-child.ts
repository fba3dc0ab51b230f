import { openBlobs } from '@sello/blobs';
import { openStore } from '@sello/store';
import { type Death, eraseFully, erasingContext, live } from '../erasing.ts';

// A worker that erases one student and kills itself before or after a write: node erasing-child.ts TENANT STUDENT [AT WHEN].
const [tenantId, studentId, at, when] = process.argv.slice(2) as [string, string, string?, Death['when']?];
const store = await openStore({ url: process.env.MONGO_URL!, ensureIndexes: false });
const blobs = openBlobs({ url: process.env.BLOBS! });
const killMyself = (): never => {
  process.kill(process.pid, 'SIGKILL');
  // The signal ends the process before this is reached.
  throw new Error('still alive');
};
const death = at === undefined || when === undefined ? undefined : { at: Number(at), when };
const context = erasingContext({ store, blobs });
const { writes } = await live(() => eraseFully(context, store, tenantId, studentId), death, killMyself);
process.stdout.write(String(writes));
await blobs.close();
await store.close();
