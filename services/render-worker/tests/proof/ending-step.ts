import { parseArgs } from 'node:util';
import { blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { createLogger, readConfig } from '@sello/kit';
import { openStore } from '@sello/store';
import { writeExport } from '../../src/export/export.ts';
import { storeVariables } from '../../src/operator-command.ts';
import { finishDeletions } from '../../src/upkeep/deletions/finish-deletions.ts';
import { type Write, watching } from '../deletion/crash.ts';

// One process of the proof of ends. `--remove before|after --at WRITE`: removes what is due and kills itself at the first
// write of this name. `--remove whole`: removes it and prints the names of its writes. `--export TENANT`: writes an export
// and prints its size and the most memory that the process took.
const { values } = parseArgs({
  options: {
    remove: { type: 'string' },
    at: { type: 'string' },
    export: { type: 'string' },
  },
});
const log = createLogger({ service: 'proof', level: 'silent' });
const config = readConfig(storeVariables, process.env);
const store = await openStore({ url: config.MONGO_URL, ensureIndexes: false });
const blobs = openBlobs(blobsOptionsFrom(config));
const { signal } = new AbortController();

if (values.remove !== undefined) {
  const names = new Set<string>();
  const crash = ({ name }: Write): void => {
    names.add(name);
    if (name !== values.at) return;
    process.kill(process.pid, 'SIGKILL');
    // The signal of one's own process arrives before the next instruction that waits.
    for (;;);
  };
  const context = { store, blobs, progress: { publish: async () => undefined }, log };
  const listeners = values.remove === 'after' ? { after: crash } : { before: crash };
  await finishDeletions(watching(context, listeners), signal);
  if (values.remove === 'whole') console.log(JSON.stringify([...names]));
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
