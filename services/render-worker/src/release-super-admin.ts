import { parseArgs } from 'node:util';
import { readConfig } from '@sello/kit';
import { openStore } from '@sello/store';
import { variables } from './config.ts';
import { CommandRefused, environmentOf, runCommand } from './operator-command.ts';

// `npm run release-super-admin -- ADDRESS [--data DIR]`, in the image
// `node services/render-worker/src/release-super-admin.ts`: an address of SUPER_ADMINS is bound to the first user who
// signs in with it. This removes the binding, so that it goes to the next user who signs in with the address.
const usage = 'Usage: npm run release-super-admin -- ADDRESS [--data DIR]';

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { data: { type: 'string' } },
    allowPositionals: true,
  });
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0) throw new CommandRefused(usage);
  const { MONGO_URL } = variables;
  const config = readConfig({ MONGO_URL }, await environmentOf(values.data));
  const store = await openStore({
    url: config.MONGO_URL,
    appName: 'release-super-admin',
    ensureIndexes: false,
  });
  try {
    const isReleased = await store.users.releaseSuperAdminAddress(address.toLowerCase());
    console.log(isReleased ? `${address} is free again.` : `${address} belongs to nobody.`);
    return 0;
  } finally {
    await store.close();
  }
}

await runCommand(run);
