import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stack } from '@sello/dev-stack';
import { newId, openStore } from '@sello/store';
import { startCaddy } from '../../services/bff/tests/caddy.ts';
import { untilReady } from './processes.ts';

const READY_MS = 180_000;
/** Handshakes at a time. */
const atOnce = 20;

/** Verifies a name as the domain-worker does, and uses it for verify pages and invitations. */
export async function verifyName(stack: Stack, domain: string, tenantId = newId()): Promise<void> {
  const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'proof', ensureIndexes: false });
  const { _id } = await store.domains.add(tenantId, { domain, token: newId(), dnsRecords: [] });
  await store.domains.recordCheck(tenantId, _id, {
    ...{ status: 'verified', dnsRecords: [], misses: 0, nextCheckAt: null, checkedAt: new Date() },
  });
  await store.domains.updateSettings(tenantId, { useInVerification: true, useInOnboarding: true });
  await store.close();
}

export interface StrangersResult {
  names: number;
  /** Handshakes that a stranger's name got a certificate in. */
  accepted: number;
  /** Questions of the edge about these names; each is one indexed read at most. */
  asked: number;
  /** Certificates that the edge made besides that of the verified name. */
  certificatesMade: number;
  /** The time within which the BFF answered 99 of 100 look-ups, ms. */
  lookupP99Ms: { before: number; meanwhile: number };
}

/** Opens TLS connections to the real edge with names that nobody verified, while visitors look certificates up. */
export async function openStrangers(stack: Stack, names: number): Promise<StrangersResult> {
  await untilReady(stack, READY_MS);
  const own = `own-${newId()}.school.test`;
  await verifyName(stack, own);
  let asked = 0;
  const counter = createServer(async ({ url }, response) => {
    if (url!.includes('.attacker.test')) asked++;
    const answer = await fetch(`${stack.internal}${url}`);
    response.writeHead(answer.status).end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(counter, 'listening');
  const { port } = counter.address() as AddressInfo;
  const edge = await startCaddy({ bffs: [stack.app], ask: `http://127.0.0.1:${port}/internal/tls-ask` });
  try {
    while ((await edge.open(own)) === undefined) await pause(250);
    const before = await lookUps(stack, () => false, 200);
    let isDone = false;
    const meanwhile = lookUps(stack, () => isDone);
    let accepted = 0;
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < names) if ((await edge.open(`n${next++}.attacker.test`)) !== undefined) accepted++;
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    isDone = true;
    return {
      ...{ names, accepted, asked },
      certificatesMade: edge.certified().filter((name) => name !== own).length,
      lookupP99Ms: { before: p99(before), meanwhile: p99(await meanwhile) },
    };
  } finally {
    await edge.close();
    counter.closeAllConnections();
    counter.close();
  }
}

/** Looks unknown certificates up, one after the other; returns the times, ms. */
async function lookUps(stack: Stack, isDone: () => boolean, most = 100_000): Promise<number[]> {
  const waits: number[] = [];
  while (!isDone() && waits.length < most) {
    const start = performance.now();
    const answer = await fetch(`${stack.app}/api/verify?fn=lookup&hash=${'0'.repeat(64)}`, {
      // One client may ask so often; these are many.
      headers: { 'x-forwarded-for': `10.0.${(waits.length >> 8) & 255}.${waits.length & 255}` },
    });
    await answer.arrayBuffer();
    if (answer.status !== 404) throw new Error(`a look-up was answered ${answer.status}`);
    waits.push(performance.now() - start);
    await pause(10);
  }
  return waits;
}

const p99 = (waits: readonly number[]): number => {
  const sorted = waits.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0);
};

export interface OutageResult {
  forMs: number;
  /** Statuses of the answers about a name that was served before, about the platform, and about new names. */
  served: number[];
  platform: number[];
  unknown: number[];
  /** The status of a name that nobody verified, once the database answers again. */
  afterwards: number;
}

/** Whether names that were served went on, and nothing else was allowed. */
export const isOutageSurvived = ({ served, platform, unknown, afterwards }: OutageResult): boolean =>
  served.length > 0 &&
  [...served, ...platform].every((status) => status === 200) &&
  unknown.every((status) => status === 503) &&
  afterwards === 403;

/** Stops the database for a time (SIGSTOP: it takes connections and does not answer) and asks what the edge asks. */
export async function stopDatabase(stack: Stack, forMs: number): Promise<OutageResult> {
  await untilReady(stack, READY_MS);
  const known = `known-${newId()}.school.test`;
  await verifyName(stack, known);
  const ask = async (name: string): Promise<number> =>
    (await fetch(`${stack.internal}/internal/tls-ask?domain=${name}`)).status;
  const served = [await ask(known)];
  const platform: number[] = [];
  const unknown: number[] = [];
  const database = stack.processes.find(({ name }) => name === 'mongo-gateway')!;
  const end = Date.now() + forMs;
  database.kill('SIGSTOP');
  try {
    do {
      served.push(await ask(known));
      platform.push(await ask(new URL(stack.app).hostname));
      unknown.push(await ask(`new-${newId()}.school.test`));
      await pause(Math.min(1_000, Math.max(0, end - Date.now())));
    } while (Date.now() < end);
  } finally {
    database.kill('SIGCONT');
  }
  await untilReady(stack, READY_MS);
  let afterwards = 503;
  for (const deadline = Date.now() + READY_MS; afterwards === 503 && Date.now() < deadline; )
    afterwards = await ask('nobody.school.test');
  return { forMs, served, platform, unknown, afterwards };
}
