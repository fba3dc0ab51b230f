import { createRequire } from 'node:module';
import { batchesApi } from '@sello/contracts';
import { type Stack, startStack } from '@sello/dev-stack';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generous } from './patience.ts';
import { controlChecker } from './proof/control.ts';
import { isOutageSurvived, stopDatabase } from './proof/domain-edge.ts';
import { isEveryDomainChecked, killBffWhileClaiming, killDomainWorker } from './proof/domain-kills.ts';
import { type DomainServices, startDomainServices } from './proof/domain-services.ts';
import { openSchool, requestCertificates } from './proof/school.ts';
import { holdStorm, isProved, stormEnvironment, stormSettings } from './proof/storm.ts';
import { killsPerStorm, planStorm, stormMs, targets } from './proof/storm-plan.ts';
import { issueStrings } from './proof/strings-run.ts';

/** One of the storms of `npm run proof -- storms`, with fewer students; all of them kill every process. */
const seed = 9;
const students = 300;

let stack: Stack;
let domainServices: DomainServices;
beforeAll(async () => {
  domainServices = await startDomainServices();
  stack = await startStack({
    web: false,
    services: ['bff', 'render-worker', 'mail-worker', 'domain-worker'],
    environment: stormEnvironment,
    // One chunk at a time, so that a small batch runs long enough for five kills.
    settings: {
      ...stormSettings,
      ...domainServices.settings,
      ...{ GENERATE_CONCURRENCY: '1', MAIL_QUOTA_UNPROVEN: 'none' },
    },
  });
});
afterAll(async () => {
  await stack?.close();
  domainServices?.close();
});

/** A fixed sample of what `npm run proof -- strings` takes through; it shares the stack, before its processes are killed. */
it('strings that programs stumble over are names: each is imported, issued, zipped, sent and found, or its error is named', async () => {
  const naughty: string[] = createRequire(import.meta.url)('big-list-of-naughty-strings');
  const result = await issueStrings(
    stack,
    naughty.filter((_, at) => at % 23 === 0),
  );
  expect(result.faults).toEqual([]);
  expect(result.issued).toBeGreaterThan(10);
  expect(result).toMatchObject({ zipped: result.issued, mailed: result.issued, verified: result.issued });
});

/** Samples of what `npm run proof -- domains` does at length. */
describe('custom domains', () => {
  it('are all checked though the domain-worker is killed between what it was told and what it stores', async () => {
    const result = await killDomainWorker(stack, domainServices, { domains: 20, kills: 1 });
    expect(result).toSatisfy((found) => isEveryDomainChecked(found, 1));
  });

  it('are configured and verified though the BFF is killed after it stored the claim', async () => {
    const result = await killBffWhileClaiming(stack, domainServices, { kills: 1 });
    expect(result).toMatchObject({ kills: 1, verified: 1 });
  });

  it('that were served are still answered to the edge while the database is away, and nothing new is', async () => {
    expect(await stopDatabase(stack, 3_000)).toSatisfy(isOutageSurvived);
  });
});

describe('a storm of kill -9 over all processes of a running stack', () => {
  it('ends with one certificate and its file for each student', async () => {
    const storm = await holdStorm(stack, { seed, students, patienceMs: generous });
    expect(storm.result.findings).toEqual([]);
    expect(storm.result).toSatisfy(isProved);
  });

  it('is checked by a checker that reports every kind of damage', async () => {
    // For each damage everything of the organization is checked: a small one shows the same.
    const school = await openSchool(stack, { name: 'Control', students: 4 });
    const { client, tenant } = school;
    const query = { id: await requestCertificates(school) };
    const state = async () => (await client.call(batchesApi, 'get', { tenant, query })).batch.state;
    await expect.poll(state, { timeout: generous, interval: 200 }).toBe('done');
    const control = await controlChecker(stack, school);
    expect(control.length).toBeGreaterThan(4);
    for (const damage of control) expect(damage).toMatchObject({ isReported: true });
  });

  it('is determined by its seed, kills five processes within 10 s, and over 20 seeds kills every process', () => {
    const storms = Array.from({ length: 20 }, (_, index) => planStorm(index + 1));
    expect(Array.from({ length: 20 }, (_, index) => planStorm(index + 1))).toEqual(storms);
    for (const storm of storms) {
      expect(storm.flatMap((strike) => strike.targets)).toHaveLength(killsPerStorm);
      expect(storm.every((strike) => strike.atMostMs < stormMs)).toBe(true);
    }
    const strikes = storms.flat();
    expect(strikes.filter((strike) => strike.targets.length === 2).length).toBeGreaterThan(10);
    expect(new Set(strikes.flatMap((strike) => strike.targets))).toEqual(new Set(targets));
  });
});
