import { parseArgs } from 'node:util';
import { blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { createLogger, readConfig } from '@sello/kit';
import { openStore } from '@sello/store';
import { writeExport } from '../../src/export/export.ts';
import { storeVariables } from '../../src/operator-command.ts';
import { finishDeletions } from '../../src/upkeep/deletions/finish-deletions.ts';
import { crashing } from '../deletion/crash.ts';

// One process of the proof of ends. `--remove N --when before|after`: removes what is due and kills itself at its Nth
// write. `--export TENANT`: writes an export and prints its size and the most memory that the process took.
const { values } = parseArgs({
  options: {
    remove: { type: 'string' },
    when: { type: 'string', default: 'after' },
    export: { type: 'string' },
  },
});
const log = createLogger({ service: 'proof', level: 'silent' });
const config = readConfig(storeVariables, process.env);
const store = await openStore({ url: config.MONGO_URL, ensureIndexes: false });
const blobs = openBlobs(blobsOptionsFrom(config));
const { signal } = new AbortController();

if (values.remove !== undefined) {
  const crash = (): never => {
    process.kill(process.pid, 'SIGKILL');
    // The signal of one's own process arrives before the next instruction that waits.
    for (;;);
  };
  const context = { store, blobs, progress: { publish: async () => undefined }, log };
  const at = Number(values.remove);
  const when = values.when === 'before' ? 'before' : 'after';
  await finishDeletions(crashing(context, { at, when, crash }), signal);
}
if (values.export !== undefined) {
  const tenantId = values.export;
  const [batch] = (await store.batches.list(tenantId, { kinds: ['export'] })).items;
  const started = performance.now();
  const { size, files } = await writeExport(store, blobs, {
    ...{ tenantId, batchId: batch!._id, key: `archives/${tenantId}/proof.zip`, signal },
    onPacked: async () => undefined,
  });
  const seconds = (performance.now() - started) / 1_000;
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
  console.log(JSON.stringify({ size, files, seconds, cpuSeconds, peakMiB: maxRSS / 1_024 }));
}
await blobs.close();
await store.close();
