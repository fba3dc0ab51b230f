import { parseArgs } from 'node:util';
import { blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { readConfig } from '@sello/kit';
import { openDatabaseCopy, openStore } from '@sello/store';
import { holdPacks } from './backup/hold-packs.ts';
import { writeBackup } from './backup/write.ts';
import { CommandRefused, environmentOf, pathGiven, runCommand, storeVariables } from './operator-command.ts';

// `npm run backup -- --out DIR [--data DIR]`: writes database and objects into an empty folder, while the services run.
const usage = 'Usage: npm run backup -- --out DIR [--data DIR]';

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { out: { type: 'string' }, data: { type: 'string' } } });
  if (values.out === undefined) throw new CommandRefused(usage);
  const out = pathGiven(values.out);
  const config = readConfig(storeVariables, await environmentOf(values.data));
  const database = await openDatabaseCopy({ url: config.MONGO_URL, appName: 'backup' });
  const store = await openStore({ url: config.MONGO_URL, appName: 'backup', ensureIndexes: false });
  const blobs = openBlobs(blobsOptionsFrom(config));
  try {
    const { collections, objects, missing, damaged } = await holdPacks(store.locks, () =>
      writeBackup(out, { database, blobs }),
    );
    const documents = collections.reduce((sum, collection) => sum + collection.documents, 0);
    const megabytes = (objects.bytes / 1e6).toFixed(1);
    console.log(`${documents} documents and ${objects.count} objects (${megabytes} MB): ${out}`);
    for (const key of missing) console.error(`missing in the object store: ${key}`);
    for (const key of damaged) console.error(`damaged in the object store: ${key}`);
    return missing.length + damaged.length > 0 ? 1 : 0;
  } finally {
    await blobs.close();
    await store.close();
    await database.close();
  }
}

await runCommand(run);
