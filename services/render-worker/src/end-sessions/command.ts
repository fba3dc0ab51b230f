import { parseArgs } from 'node:util';
import { readConfig } from '@sello/kit';
import { newId, openStore, type Store, type UserRecord } from '@sello/store';
import { variables } from '../config.ts';
import { type CommandContext, CommandRefused, environmentOf } from '../operator-command.ts';

const usage = 'Usage: npm run end-sessions -- ADDRESS | --everybody [--data DIR]';

/** Ends the sessions of a person or of all people; 1 when nobody signed in with the address. */
export async function runEndSessions(
  args: readonly string[],
  { environment, print }: CommandContext,
): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (positionals.length !== (values.everybody ? 0 : 1)) throw new CommandRefused(usage);
  const [address] = positionals;
  const { MONGO_URL } = variables;
  const config = readConfig({ MONGO_URL }, await environmentOf(values.data, environment));
  const store = await openStore({ url: config.MONGO_URL, appName: 'end-sessions', ensureIndexes: false });
  try {
    if (address === undefined) {
      print(`${await store.sessions.endAll()} sessions of all people ended.`);
      return 0;
    }
    // Two accounts of the identity provider may have the same address.
    const people = await store.users.withAddress(address);
    for (const person of people) {
      print(`${person.email}: ${await endSessions(store, person)} sessions ended.`);
    }
    if (people.length === 0) print(`Nobody signed in as ${address}.`);
    return people.length === 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

async function endSessions(store: Store, { _id, name, email }: UserRecord): Promise<number> {
  const ended = await store.sessions.endAllOf(_id);
  const tenants = await store.tenants.listOf(_id);
  await store.auditLog.acrossTenants.append(
    tenants.map(({ tenant }) => tenant._id),
    { _id: newId(), actorId: _id, actorName: name || email, action: 'auth.sessions-ended' },
  );
  return ended.length;
}

function readArguments(args: readonly string[]) {
  const options = { everybody: { type: 'boolean', default: false }, data: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new CommandRefused(usage);
  }
}
