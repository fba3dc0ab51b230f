import { parseArgs } from 'node:util';
import { type Blobs, blobsOptionsFrom, createObjectStoreGuard, openBlobs } from '@sello/blobs';
import { createLogger, readConfig } from '@sello/kit';
import { openStore, type Store } from '@sello/store';
import { packFolder } from './object-keys.ts';
import { CommandRefused, environmentOf, runCommand, storeVariables } from './operator-command.ts';

// `npm run accept-store -- [--yes] [--data DIR]`, in the image `node services/render-worker/src/accept-store.ts`:
// reports how many of the issued files in this database are in the object store, and with --yes accepts the store for
// this installation.
const usage = 'Usage: npm run accept-store -- [--yes] [--data DIR]';

function readArguments(): { yes?: boolean; data?: string } {
  try {
    return parseArgs({ options: { yes: { type: 'boolean' }, data: { type: 'string' } } }).values;
  } catch {
    throw new CommandRefused(usage);
  }
}

async function run(): Promise<number> {
  const values = readArguments();
  const config = readConfig(storeVariables, await environmentOf(values.data));
  const store = await openStore({ url: config.MONGO_URL, appName: 'accept-store' });
  const blobs = openBlobs(blobsOptionsFrom(config));
  try {
    const log = createLogger({ service: 'accept-store', level: 'silent' });
    const guard = createObjectStoreGuard(blobs, store.installation, log);
    const { known, found } = await guard.inspect();
    console.log(`object store                  ${config.BLOBS}`);
    console.log(`id that the database knows    ${known ?? 'none'}`);
    console.log(`id in the store's marker      ${found ?? 'no marker'}`);
    const { prefixes, packs, unknownPacks } = await count(store, blobs);
    console.log(`prefixes of what was issued   ${prefixes.found} of ${prefixes.known} are there`);
    console.log(`packs of what was issued      ${packs.found} of ${packs.known} are there`);
    console.log(`packs this database knows not ${unknownPacks}`);
    if (known !== undefined && known === found) {
      console.log('The store is this installation’s already: there is nothing to accept.');
      return 0;
    }
    if (!values.yes) {
      console.log(
        'Nothing was changed. To make this store the one of this installation, run it again with --yes.',
      );
      if (found !== undefined)
        console.log('Another installation that uses the store will issue nothing from then on.');
      if (unknownPacks > 0)
        console.log('Packs that the database does not know are deleted when they are of the last days.');
      return 1;
    }
    await guard.accept();
    console.log('Accepted. Services go on by themselves within seconds.');
    return 0;
  } finally {
    await blobs.close();
    await store.close();
  }
}

interface Presence {
  known: number;
  found: number;
}

/** Looks up every prefix and pack that an issued certificate refers to, each once. */
async function count(
  store: Store,
  blobs: Blobs,
): Promise<{ prefixes: Presence; packs: Presence; unknownPacks: number }> {
  const prefixes = new Map<string, number>();
  /** The minimum size of each pack in bytes: the end of its last tail. */
  const packs = new Map<string, number>();
  for (const { _id } of await store.tenants.listAll()) {
    for await (const { prefix, pack } of store.certificates.each(_id)) {
      prefixes.set(prefix.key, prefix.size);
      packs.set(pack.key, Math.max(packs.get(pack.key) ?? 0, pack.offset + pack.length));
    }
  }
  let unknownPacks = 0;
  for await (const { key } of blobs.list(packFolder)) if (!packs.has(key)) unknownPacks++;
  return {
    prefixes: await presence(blobs, prefixes, (size, wanted) => size === wanted),
    packs: await presence(blobs, packs, (size, wanted) => size >= wanted),
    unknownPacks,
  };
}

async function presence(
  blobs: Blobs,
  wanted: ReadonlyMap<string, number>,
  fits: (size: number, wanted: number) => boolean,
): Promise<Presence> {
  let found = 0;
  for (const [key, size] of wanted) {
    const info = await blobs.head(key);
    if (info !== undefined && fits(info.size, size)) found++;
  }
  return { known: wanted.size, found };
}

await runCommand(run);
