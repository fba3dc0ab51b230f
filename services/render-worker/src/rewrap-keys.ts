import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError, readConfig, text } from '@sello/kit';
import { publicHalfOf, rewrapPrivateKey, type SealedKey, wrappingKeyId } from '@sello/proof';
import { openStore, type SigningKeyRecord, type Store } from '@sello/store';
import { variables } from './config.ts';
import { CommandRefused, environmentOf, pathGiven, runCommand } from './operator-command.ts';

// `npm run rewrap-keys -- [--check] [--data DIR]`: seals every stored signing key to the first key of
// SIGNING_KEYS_PRIVATE, whichever of them it is sealed to now. With --check it changes nothing. Exit code 1 when a key
// cannot be opened with any of them.

interface Counts {
  rewrapped: number;
  current: number;
  refused: number;
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: { check: { type: 'boolean', default: false }, data: { type: 'string' } },
  });
  const { MONGO_URL, SIGNING_KEYS_PRIVATE } = variables;
  const SIGNING_KEYS_PUBLIC = { about: 'What new keys are sealed to', schema: text.optional() };
  const environment = await withSecretsOf(values.data ?? '.data', await environmentOf(values.data));
  const config = readConfig({ MONGO_URL, SIGNING_KEYS_PRIVATE, SIGNING_KEYS_PUBLIC }, environment);
  const [newest] = config.SIGNING_KEYS_PRIVATE.reveal();
  if (config.SIGNING_KEYS_PUBLIC && config.SIGNING_KEYS_PUBLIC !== publicHalfOf(newest!)) throw notFirst();
  const store = await openStore({ url: config.MONGO_URL, appName: 'rewrap-keys', ensureIndexes: false });
  try {
    const counts = await rewrapAll(store, config.SIGNING_KEYS_PRIVATE.reveal(), values.check);
    const verb = values.check ? 'to be rewrapped' : 'rewrapped';
    console.log(`${counts.rewrapped} ${verb}, ${counts.current} current, ${counts.refused} cannot be opened`);
    return counts.refused > 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

async function rewrapAll(store: Store, privateWrappingKeys: string[], isCheck: boolean): Promise<Counts> {
  const publicWrappingKey = publicHalfOf(privateWrappingKeys[0]!);
  const wanted = wrappingKeyId(publicWrappingKey);
  const counts: Counts = { rewrapped: 0, current: 0, refused: 0 };
  const { eachWithKey, replaceKey } = store.signingCertificates.acrossTenants;
  for await (const record of eachWithKey()) {
    const sealed = JSON.parse(record.sealedKey) as SealedKey;
    try {
      // Opened even when it is current, to find a key that cannot be opened now and not when it has to sign.
      const owner = { tenantId: record.tenantId, keyId: record._id };
      const rewrapped = rewrapPrivateKey(sealed, { ...owner, privateWrappingKeys, publicWrappingKey });
      if (sealed.wrappingKeyId === wanted) counts.current++;
      else if (isCheck || (await replaceKey(record, JSON.stringify(rewrapped)))) counts.rewrapped++;
    } catch (error) {
      if (!isAppError(error, 'signing_failed')) throw error;
      counts.refused++;
      console.error(refusal(record, error.details));
    }
  }
  return counts;
}

const refusal = ({ _id, tenantId }: SigningKeyRecord, details: unknown): string =>
  `${tenantId}/${_id}: ${(details as { why: string }).why}`;

const notFirst = (): CommandRefused =>
  new CommandRefused(
    'SIGNING_KEYS_PUBLIC does not belong to the first key of SIGNING_KEYS_PRIVATE: put the new private key first.',
  );

/** Adds the wrapping key from the data folder of the stack on this machine, unless the environment has one. */
async function withSecretsOf(data: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (environment.SIGNING_KEYS_PRIVATE) return environment;
  const secrets = await readFile(join(pathGiven(data), 'secrets.json'), 'utf8').catch(() => null);
  if (secrets === null) return environment;
  const { signingKeys } = JSON.parse(secrets) as { signingKeys: { private: string } };
  return { ...environment, SIGNING_KEYS_PRIVATE: signingKeys.private };
}

await runCommand(run);
