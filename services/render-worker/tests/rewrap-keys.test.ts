import { readConfig, Secret } from '@sello/kit';
import { generateWrappingKeys, publicHalfOf, wrappingKeyId } from '@sello/proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { variables } from '../src/index.ts';
import { createSigners } from '../src/issuing/signers.ts';
import { runRewrapKeys } from '../src/rewrap-keys/command.ts';
import { runHere } from './commands.ts';
import { describeEndSessions } from './end-sessions.suite.ts';
import {
  addSigningCertificate,
  addStudents,
  buildStudent,
  createBatch,
  type Fixture,
  followBatch,
  log,
  openFixture,
  startWorker,
} from './fixture.ts';

let fixture: Fixture;
let former: string;
const next = generateWrappingKeys();
let students = 0;

beforeAll(async () => {
  fixture = await openFixture();
  former = fixture.env.SIGNING_KEYS_PRIVATE!;
});
afterAll(() => fixture?.close());

/** Issues one certificate with each signing key, by a worker with these wrapping keys; returns the outcome of each row. */
async function issue(privateKeys: string[], signingCertificateIds: string[]) {
  const env = { ...fixture.env, SIGNING_KEYS_PRIVATE: privateKeys.join(',') };
  const worker = await startWorker({ config: readConfig(variables, env) });
  try {
    const ended = [];
    for (const id of signingCertificateIds) {
      const rows = await addStudents(fixture, [buildStudent(students++)]);
      const { batch } = await followBatch(fixture, () => createBatch(fixture, 'generate', rows, id));
      const [item] = (await fixture.store.batches.items(fixture.tenantId, batch._id)).items;
      ended.push(item!.state === 'done' ? 'done' : item!.error);
    }
    return ended;
  } finally {
    await worker.close();
  }
}

const rewrap = (privateKeys: string[], ...args: string[]) =>
  runHere(
    runRewrapKeys,
    {
      MONGO_URL: fixture.env.MONGO_URL,
      SIGNING_KEYS_PRIVATE: privateKeys.join(','),
      SIGNING_KEYS_PUBLIC: next.publicKey,
    },
    ...args,
  );

describeEndSessions(() => fixture);

it('rotates the wrapping key without interrupting signing', async () => {
  const first = await addSigningCertificate(fixture);
  // As keys sealed before wrapping keys had ids.
  const found = (await fixture.store.signingCertificates.getWithKey(fixture.tenantId, first))!;
  const record = { ...found, sealedKey: found.sealedKey! };
  const { wrappingKeyId: formerId, ...withoutId } = JSON.parse(record.sealedKey);
  await fixture.store.signingCertificates.acrossTenants.replaceKey(record, JSON.stringify(withoutId));
  const second = await addSigningCertificate(fixture);
  expect(await issue([former], [first, second])).toEqual(['done', 'done']);
  const third = await addSigningCertificate(fixture, 'rsa-2048', next.publicKey);

  expect(await rewrap([former, next.privateKey])).toMatchObject({ code: 2 });
  expect(await issue([next.privateKey, former], [first, second, third])).toEqual(['done', 'done', 'done']);

  expect(await rewrap([next.privateKey, former], '--check')).toEqual({
    code: 0,
    output: 'signing keys: 2 to be rewrapped, 1 current, 0 cannot be opened',
  });
  const missing = await rewrap([next.privateKey]);
  expect(missing.code).toBe(1);
  expect(missing.output).toContain(`${second}: the private wrapping key ${formerId} is missing`);
  // The error of a row in this state, without its retries.
  const signers = createSigners(fixture.store, {
    wrappingKeys: new Secret([next.privateKey]),
    timestampUrl: undefined,
    log,
  });
  await expect(signers.ready(fixture.tenantId, second)).rejects.toMatchObject({
    code: 'signing_failed',
    details: { wrappingKeyId: formerId },
  });

  expect(await rewrap([next.privateKey, former])).toEqual({
    code: 0,
    output: 'signing keys: 2 rewrapped, 1 current, 0 cannot be opened',
  });
  expect(await rewrap([next.privateKey])).toMatchObject({
    code: 0,
    output: 'signing keys: 0 rewrapped, 3 current, 0 cannot be opened',
  });
  expect(await issue([next.privateKey], [first, second, third])).toEqual(['done', 'done', 'done']);
});

it('refuses to start with an invalid wrapping key', () => {
  const env = { ...fixture.env, SIGNING_KEYS_PRIVATE: `${former},${publicHalfOf(former)}` };
  expect(() => readConfig(variables, env)).toThrow(/SIGNING_KEYS_PRIVATE must be private wrapping keys/);
  expect(wrappingKeyId(publicHalfOf(former))).toMatch(/^[0-9a-f]{16}$/);
});
