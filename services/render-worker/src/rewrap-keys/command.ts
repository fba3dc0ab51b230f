import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError, readConfig, secret, text } from '@sello/kit';
import {
  privateWrappingKeys,
  publicHalfOf,
  rewrapPrivateKey,
  type SealedKey,
  wrappingKeyId,
} from '@sello/proof';
import { openStore, type Store } from '@sello/store';
import { variables } from '../config.ts';
import { type CommandContext, CommandRefused, environmentOf, pathGiven } from '../operator-command.ts';

interface Counts {
  rewrapped: number;
  current: number;
  refused: number;
}

/** Seals every stored key to the first wrapping key; 1 when a key cannot be opened. */
export async function runRewrapKeys(
  args: readonly string[],
  { environment, print }: CommandContext,
): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { check: { type: 'boolean', default: false }, data: { type: 'string' } },
  });
  const { MONGO_URL, SIGNING_KEYS_PRIVATE } = variables;
  const SIGNING_KEYS_PUBLIC = { about: 'What new keys are sealed to', schema: text.optional() };
  const found = await environmentOf(values.data, environment);
  const settings = await withSecretsOf(values.data ?? '.data', found);
  const DKIM_KEYS_PRIVATE = {
    about: 'The keys of DKIM keys',
    schema: secret(privateWrappingKeys).optional(),
  };
  const config = readConfig(
    { MONGO_URL, SIGNING_KEYS_PRIVATE, SIGNING_KEYS_PUBLIC, DKIM_KEYS_PRIVATE },
    settings,
  );
  const [newest] = config.SIGNING_KEYS_PRIVATE.reveal();
  if (config.SIGNING_KEYS_PUBLIC && config.SIGNING_KEYS_PUBLIC !== publicHalfOf(newest!)) throw notFirst();
  const store = await openStore({ url: config.MONGO_URL, appName: 'rewrap-keys', ensureIndexes: false });
  try {
    const kinds = keyKinds(store, {
      signing: config.SIGNING_KEYS_PRIVATE.reveal(),
      dkim: config.DKIM_KEYS_PRIVATE?.reveal(),
    });
    let refused = 0;
    for (const [kind, { wrappingKeys, ...keys }] of Object.entries(kinds)) {
      if (wrappingKeys === undefined) continue;
      const counts = await rewrapAll(keys, wrappingKeys, { isCheck: values.check, print });
      const verb = values.check ? 'to be rewrapped' : 'rewrapped';
      print(
        `${kind}: ${counts.rewrapped} ${verb}, ${counts.current} current, ${counts.refused} cannot be opened`,
      );
      refused += counts.refused;
    }
    return refused > 0 ? 1 : 0;
  } finally {
    await store.close();
  }
}

interface StoredKey {
  _id: string;
  tenantId: string;
  sealedKey: string;
}
interface StoredKeys {
  each(): AsyncIterable<StoredKey>;
  replace(record: StoredKey, sealedKey: string): Promise<boolean>;
}

/** The kinds of stored keys, each with the wrapping keys that open it. */
function keyKinds(
  { signingCertificates, domainMails }: Store,
  wrappingKeys: { signing: string[]; dkim: string[] | undefined },
): Record<string, StoredKeys & { wrappingKeys: string[] | undefined }> {
  return {
    'signing keys': {
      wrappingKeys: wrappingKeys.signing,
      each: signingCertificates.acrossTenants.eachWithKey,
      replace: signingCertificates.acrossTenants.replaceKey,
    },
    'DKIM keys': {
      wrappingKeys: wrappingKeys.dkim,
      each: domainMails.acrossTenants.eachKey,
      replace: domainMails.acrossTenants.replaceKey,
    },
  };
}

async function rewrapAll(
  { each, replace }: StoredKeys,
  privateWrappingKeys: string[],
  { isCheck, print }: { isCheck: boolean; print: CommandContext['print'] },
): Promise<Counts> {
  const publicWrappingKey = publicHalfOf(privateWrappingKeys[0]!);
  const wanted = wrappingKeyId(publicWrappingKey);
  const counts: Counts = { rewrapped: 0, current: 0, refused: 0 };
  for await (const record of each()) {
    const sealed = JSON.parse(record.sealedKey) as SealedKey;
    try {
      // Opened even when it is current, to find a key that cannot be opened now and not when it has to sign.
      const owner = { tenantId: record.tenantId, keyId: record._id };
      const rewrapped = rewrapPrivateKey(sealed, { ...owner, privateWrappingKeys, publicWrappingKey });
      if (sealed.wrappingKeyId === wanted) counts.current++;
      else if (isCheck || (await replace(record, JSON.stringify(rewrapped)))) counts.rewrapped++;
    } catch (error) {
      if (!isAppError(error, 'signing_failed')) throw error;
      counts.refused++;
      print(refusal(record, error.details));
    }
  }
  return counts;
}

const refusal = ({ _id, tenantId }: StoredKey, details: unknown): string =>
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
  const { signingKeys, dkimKeys } = JSON.parse(secrets) as Record<string, { private: string }>;
  return {
    ...environment,
    SIGNING_KEYS_PRIVATE: signingKeys?.private,
    DKIM_KEYS_PRIVATE: dkimKeys?.private,
  };
}
