// Whether the time of an answer tells what its words do not: calls about something that exists and about nothing, in turn.
// Writes medians, their difference and the noise as JSON: node timing.ts [--calls 400] [--report FILE].
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { encodeInviteCode, writeInviteReference } from '@sello/contracts';
import { startStack } from '@sello/dev-stack';
import { openStore } from '@sello/store';
import { median } from '../../bench/measure/median.ts';
import { issueOne, newAddress, type Organization, openOrganization } from '../abuse/stack.ts';

const { values } = parseArgs({
  options: { report: { type: 'string' }, calls: { type: 'string', default: '400' } },
});
const calls = Number(values.calls);

interface Answer {
  status: number;
  /** Without what differs between any two answers. */
  body: string;
}
/** Two kinds of the same question, of which nobody may learn from the answer which it was. */
interface Pair {
  name: string;
  known: (at: number) => Promise<Answer>;
  unknown: (at: number) => Promise<Answer>;
}
interface Figures {
  knownMs: number;
  unknownMs: number;
  differenceMs: number;
  /** What 97.5 of 100 equal halves of one kind differ by at most. */
  noiseMs: number;
  /** Answers of the two kinds with another status or other words. */
  unlike: number;
  /** Every status that was answered. */
  statuses: number[];
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, body: text.replace(/"requestId":"[^"]*"/, '') };
}

/** The largest difference of medians between equal halves of one kind, but for 2.5 of 100 halvings. */
function noiseOf(times: readonly number[]): number {
  const differences = Array.from({ length: 400 }, () => {
    const places = times
      .map((time) => ({ time, place: Math.random() }))
      .sort((one, other) => one.place - other.place);
    const half = places.length >> 1;
    const medianOf = (part: typeof places) => median(part.map(({ time }) => time));
    return Math.abs(medianOf(places.slice(0, half)) - medianOf(places.slice(half)));
  }).sort((one, other) => one - other);
  return differences[Math.floor(differences.length * 0.975)]!;
}

async function measure({ known, unknown }: Pair): Promise<Figures> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  const kinds = { known, unknown };
  const statuses = new Set<number>();
  const seen = { known: new Set<string>(), unknown: new Set<string>() };
  for (let at = 0; at < calls; at++) {
    for (const kind of at % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const begun = performance.now();
      const answer = await kinds[kind](at);
      times[kind].push(performance.now() - begun);
      seen[kind].add(JSON.stringify(answer));
      statuses.add(answer.status);
      // Nothing is learnt from calls that were not read.
      if (answer.status === 400 || answer.status === 429 || answer.status >= 500)
        throw new Error(`${answer.status}: ${answer.body}`);
    }
  }
  const round = (value: number) => Math.round(value * 1_000) / 1_000;
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
  return {
    knownMs: round(knownMs),
    unknownMs: round(unknownMs),
    differenceMs: round(Math.abs(knownMs - unknownMs)),
    noiseMs: round(Math.max(noiseOf(times.known), noiseOf(times.unknown))),
    unlike: [...seen.known, ...seen.unknown].filter((one) => !seen.known.has(one) || !seen.unknown.has(one))
      .length,
    statuses: [...statuses],
  };
}

const stack = await startStack({
  web: false,
  services: ['bff', 'render-worker'],
  environment: {},
  // Strangers have addresses of their own, and limits are not what is measured.
  settings: { TRUST_PROXY: '1', LIMITS_FACTOR: '1000' },
});
const store = await openStore({ url: stack.env.MONGO_URL!, appName: 'timing', ensureIndexes: false });
try {
  const found: Record<string, Figures> = {};
  for (const pair of await openPairs()) {
    found[pair.name] = await measure(pair);
    console.log(pair.name, found[pair.name]);
  }
  const report = { at: new Date().toISOString(), load: loadavg()[0], calls, pairs: found };
  if (values.report !== undefined) {
    mkdirSync(dirname(resolve(values.report)), { recursive: true });
    writeFileSync(resolve(values.report), `${JSON.stringify(report, null, 2)}\n`);
  }
  const telling = Object.entries(found).filter(
    ([, { differenceMs, noiseMs, unlike }]) => differenceMs > noiseMs || unlike > 0,
  );
  for (const [name, figures] of telling) console.error(`${name} tells which it was`, figures);
  process.exitCode = telling.length === 0 ? 0 : 1;
} finally {
  await store.close();
  await stack.close();
}

async function openPairs(): Promise<Pair[]> {
  const asked = await openOrganization(stack, 'Escuela Medida');
  const outsider = await openOrganization(stack, 'Otra Escuela');
  const { certId } = await issueOne(asked);

  const stranger = async (path: string, init: RequestInit = {}): Promise<Answer> =>
    answerOf(
      await fetch(stack.app + path, {
        ...init,
        headers: { ...init.headers, 'x-forwarded-for': newAddress() },
      }),
    );
  const signedIn = async ({ person, tenant }: Organization, path: string): Promise<Answer> =>
    answerOf(await person.fetch(path, { headers: { 'x-tenant-id': tenant } }));

  const invite = (email: string) =>
    store.invites.create(asked.tenant, {
      ...{ email, invitedBy: asked.person.user.id, expiresAt: new Date(Date.now() + 86_400_000) },
      code: encodeInviteCode(randomBytes(10)),
    });
  const open = await invite('invited@timing.example');
  const revoked = await invite('revoked@timing.example');
  await store.invites.revoke(asked.tenant, revoked._id);
  const people = await Promise.all(
    Array.from({ length: calls }, async () => {
      const name = hex(6);
      const email = `${name}@timing.example`;
      const person = { issuer: 'https://timing.example', subject: name, email, emailVerified: true, name };
      await store.users.signIn(person);
      return email;
    }),
  );

  const infoOf = (_id: string) =>
    stranger(`/api/members?fn=get-invite-info&inviteId=${writeInviteReference({ _id, secret: hex(16) })}`);
  const codeOf = (code: string) => signedIn(outsider, `/api/invites?fn=validate&token=${code}`);
  const studentOf = (id: string) => signedIn(outsider, `/api/students?fn=get&id=${id}`);
  const historyOf = (id: string) => signedIn(outsider, `/api/certificates?fn=history&studentId=${id}`);
  const mistakeOf = (email: string) => {
    const body = { certId, about: 'data', text: hex(20), email, language: 'en' };
    return stranger('/api/verify?fn=report-mistake', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    });
  };
  const nobody = () => `${hex(6)}@timing.example`;
  return [
    {
      name: 'an invitation, by its id and a secret that is not its own',
      known: () => infoOf(open._id),
      unknown: () => infoOf(hex(12)),
    },
    {
      name: 'a code, of an invitation that was revoked',
      known: () => codeOf(revoked.code),
      unknown: () => codeOf(encodeInviteCode(randomBytes(10))),
    },
    {
      name: 'an address with an account, in a report of a mistake',
      known: (at) => mistakeOf(people[at]!),
      unknown: () => mistakeOf(nobody()),
    },
    {
      name: 'the id of a student of another organization',
      known: () => studentOf(asked.studentId),
      unknown: () => studentOf(hex(12)),
    },
    {
      name: 'the certificates of a student of another organization',
      known: () => historyOf(asked.studentId),
      unknown: () => historyOf(hex(12)),
    },
  ];
}
