import { parseArgs } from 'node:util';
import { blobsOptionsFrom, openBlobs } from '@sello/blobs';
import { readConfig } from '@sello/kit';
import { openDatabaseCopy } from '@sello/store';
import { restoreBackup } from './backup/restore.ts';
import { CommandRefused, environmentOf, pathGiven, runCommand, storeVariables } from './operator-command.ts';

// `npm run restore -- --from DIR [--data DIR]`: restores a backup into an empty database and an empty object store. In a
// checkout, `packages/dev-stack` starts the stores of the stopped stack for it.
const usage = 'Usage: npm run restore -- --from DIR [--data DIR]';

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, data: { type: 'string' } } });
  if (values.from === undefined) throw new CommandRefused(usage);
  const from = pathGiven(values.from);
  const config = readConfig(storeVariables, await environmentOf(values.data));
  const database = await openDatabaseCopy({ url: config.MONGO_URL, appName: 'restore' });
  const blobs = openBlobs(blobsOptionsFrom(config));
  try {
    const { documents, objects, missing, startedAt } = await restoreBackup(from, { database, blobs });
    console.log(`${documents} documents and ${objects} objects, as they were at ${startedAt.toISOString()}.`);
    for (const key of missing) console.error(`missing already when the backup was made: ${key}`);
    return 0;
  } finally {
    await blobs.close();
    await database.close();
  }
}

await runCommand(run);
