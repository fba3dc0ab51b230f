import { batchKind, defineEntity, field, optionalField, type RowOf, stored } from '@sello/contracts';
import { isAppError } from '@sello/kit';
import mongoose from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTable } from '../src/database/table.ts';
import { withTranslatedErrors } from '../src/database/translate-errors.ts';
import { newId, openDatabaseCopy, openStore } from '../src/index.ts';
import { type CutPlan, startCuttingProxy } from './cutting-proxy.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { isFullLength } from './length.ts';
import { consistencySites } from './write-sites/consistency.ts';
import { domainMailSites } from './write-sites/domain-mail.ts';
import { endingSites } from './write-sites/endings.ts';
import { erasingSites } from './write-sites/erasing.ts';
import { issuingSites } from './write-sites/issuing.ts';
import { operatorSites, tenantSites } from './write-sites/operator.ts';
import { peopleSites } from './write-sites/people.ts';
import { recordSites } from './write-sites/records.ts';
import type { Cut, WriteSite, WriteSites } from './write-sites/site.ts';

/**
 * Every function of the store that writes, followed by a comma and the case in which it does. The next test fails for a
 * function that is missing here and below; the last test of `store-faults.test.ts` fails for a write that none of them
 * reaches.
 */
const sites: Record<string, WriteSites> = {
  ...peopleSites,
  ...recordSites,
  ...issuingSites,
  ...erasingSites,
  ...operatorSites,
  ...consistencySites,
  ...endingSites,
};
sites.domainMails = domainMailSites;
sites.tenants = { ...sites.tenants, ...tenantSites };

const reads: Record<string, readonly string[]> = {
  users: ['find', 'get', 'getMany', 'withAddress', 'bySuperAdminAddress'],
  sessions: ['get', 'list', 'openAmong'],
  tenants: [
    ...['get', 'getMany', 'listOf', 'listAll', 'page', 'lookAlikes', 'listProved'],
    ...['listSignInsPaused', 'listDeleted'],
  ],
  members: [
    ...['of', 'ofMany', 'get', 'list', 'page', 'countOwners', 'acrossTenants.ownerOf', 'acrossTenants.count'],
    'acrossTenants.ownedBy',
  ],
  invites: [
    ...['get', 'list', 'page', 'acrossTenants.get', 'acrossTenants.byCode', 'acrossTenants.pendingFor'],
    'acrossTenants.lettersDue',
  ],
  students: [
    'list',
    'columns',
    'columnNames',
    'listBrief',
    'recount',
    'eachChosen',
    'countChosen',
    'get',
    'getMany',
    'printed',
    'names',
    'byIdNumbers',
    'count',
    'countByTemplate',
    'acrossTenants.count',
  ],
  trash: ['get', 'list'],
  templates: ['list', 'get', 'summaries', 'brand'],
  revisions: ['get', 'getMany', 'each', 'listOf', 'isPrefixReferenced', 'ofPrefix'],
  assets: [
    'get',
    'getMany',
    'bySha256',
    'list',
    'acrossTenants.oldThumbnails',
    'acrossTenants.picturesInUse',
    'acrossTenants.unsavedPictures',
    'acrossTenants.held',
  ],
  fonts: ['list', 'ofFamilies', 'bySha256'],
  catalog: ['list', 'get', 'builtIns', 'tags'],
  signingCertificates: [
    ...['get', 'getWithKey', 'list', 'current', 'acrossTenants.eachWithKey'],
    'acrossTenants.byFingerprint',
  ],
  certificates: [
    ...['get', 'getMany', 'validOf', 'history', 'each', 'acrossTenants.packsReferenced'],
    ...['acrossTenants.byCertId', 'acrossTenants.byHash', 'acrossTenants.count'],
    ...['acrossTenants.byCertIds', 'acrossTenants.byHashes', 'acrossTenants.filesDue'],
    'acrossTenants.replacedBy',
  ],
  batches: [
    ...[
      'get',
      'list',
      'items',
      'starts',
      'unknownOf',
      'failedWith',
      'heldFor',
      'retryInput',
      'retryOf',
      'lastOf',
      'outcomes',
    ],
    ...['acrossTenants.expiredDownloads', 'acrossTenants.afterwardsDue'],
  ],
  deliveries: ['get', 'listOf', 'countLinking'],
  domains: [
    ...[
      'of',
      'get',
      'answers',
      'acrossTenants.byHost',
      'acrossTenants.byHosts',
      'acrossTenants.ofMany',
      'acrossTenants.isClaimed',
    ],
    ...['acrossTenants.verifiedTenantIds', 'acrossTenants.named'],
  ],
  domainMails: ['keyOf', 'acrossTenants.eachKey', 'acrossTenants.rotationsDue'],
  erasures: ['get', 'eachErased', 'placesIn', 'acrossTenants.byCertId', 'acrossTenants.byHash'],
  locks: ['isHeld'],
  mailAccounts: ['get', 'acrossTenants.getMany', 'acrossTenants.pausedIds'],
  reports: ['acrossTenants.list', 'acrossTenants.byCertificate', 'acrossTenants.countOpen'],
  mistakeReports: ['get', 'listConfirmed', 'acrossTenants.lettersDue'],
  auditLog: ['list', 'actors'],
  installation: ['get', 'someIssued'],
  consistency: ['acrossTenants.packs', 'acrossTenants.missingFiles'],
  timestampAuthorities: ['list'],
  endings: ['unprintedRevisions', 'unprintedAssets', 'unusedKeys', 'fonts'],
};

/** The first version has `body`, the second `text`. */
const noteEntity = defineEntity({
  collection: 'testNotes',
  version: 2,
  fields: {
    _id: field(stored.text),
    tenantId: field(stored.text),
    text: field(stored.text),
    seen: optionalField(stored.flag),
  },
  migrations: { 1: ({ body, ...rest }) => ({ ...rest, text: body }) },
});
type Note = RowOf<typeof noteEntity>;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

const functionOf = (site: string): string => site.split(',')[0]!;

/** The names of a repository's functions, nested ones with a prefix. */
function functionsOf(repository: object, prefix = ''): string[] {
  return Object.entries(repository).flatMap(([name, member]) =>
    typeof member === 'function' ? [prefix + name] : functionsOf(member as object, `${name}.`),
  );
}

it('every function of the store is declared as a read or tested here', () => {
  for (const [name, repository] of Object.entries(database.store)) {
    if (typeof repository === 'function') continue;
    const written = Object.keys(sites[name] ?? {}).map(functionOf);
    const known = new Set([...written, ...(reads[name] ?? [])]);
    expect({ name, functions: functionsOf(repository as object).sort() }).toEqual({
      name,
      functions: [...known].sort(),
    });
  }
});

it('functions declared as reads send no write', async () => {
  await withCutStore(async ({ proxy, store }) => {
    for (const [name, functions] of Object.entries(reads)) {
      for (const path of functions) {
        const repository = store[name as keyof typeof store] as unknown as Record<string, unknown>;
        const parts = path.split('.');
        const within = (parts.length > 1 ? repository[parts[0]!] : repository) as Record<string, unknown>;
        const call = within[parts.at(-1)!] as (...args: unknown[]) => unknown;
        const answer = await Promise.resolve()
          .then(() => call('none', 'none', 'none'))
          .catch(() => null);
        if (answer && typeof answer === 'object' && Symbol.asyncIterator in answer) {
          const each = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]();
          await each.next().catch(() => null);
          await each.return?.();
        }
        expect(proxy.writes(), `${name}.${path}`).toBe(0);
      }
    }
  });
});

/**
 * The functions of the store migrate documents of an earlier version before they update them; no collection has an
 * earlier version today.
 */
it('documents of earlier versions are migrated, or the call throws unavailable and a retry migrates them', async () => {
  const proxy = await startCuttingProxy(database.url);
  const cut = await mongoose.createConnection(proxy.url, { maxPoolSize: 2 }).asPromise();
  const documents = database.raw.collection<{ _id: string }>('testNotes');
  const notes = openTable<Note>(cut, noteEntity);
  const { change } = withTranslatedErrors({
    change: (tenantId: string) => notes.updateMany({ tenantId }, { $set: { seen: true } }),
  });
  try {
    for (const plan of plansFor(2)) {
      const tenantId = newId();
      await documents.insertMany([1, 2, 3].map((n) => ({ _id: newId(), tenantId, body: `note ${n}` })));
      proxy.arm(plan);
      const isDone = await change(tenantId).then(
        () => true,
        (error: unknown) => isAppError(error, 'unavailable') || Promise.reject(error),
      );
      expect([isDone, proxy.cuts() > 0]).toEqual([true, true]);
      proxy.disarm();
      await change(tenantId);
      const found = await documents.find({ tenantId }).sort({ text: 1 }).toArray();
      const upgraded = (n: number) => ({ tenantId, text: `note ${n}`, seen: true, v: 2 });
      expect(found.map(({ _id, ...rest }) => rest)).toEqual([1, 2, 3].map(upgraded));
    }
  } finally {
    await cut.destroy();
    await proxy.close();
  }
});

/** With two valid certificates of one student: the later one is kept, which takes several writes. */
it('a restored backup holds every document, or the restore fails', async () => {
  const common = {
    tenantId: 't',
    studentId: 's',
    batchId: 'b',
    index: 0,
    state: 'valid',
    prefix: {},
    pack: {},
  };
  const rows = [3, 1, 2].map((n) => ({ ...common, _id: `c${n}`, issuedAt: new Date(n) }));
  const outcomes = new Set<boolean>();
  for (const one of plansFor(3)) {
    const own = new URL(database.url);
    own.pathname = `/restored_${newId()}`;
    const proxy = await startCuttingProxy(own.href);
    const copy = await openDatabaseCopy({ url: proxy.url });
    const target = database.raw.useDb(own.pathname.slice(1));
    try {
      await copy.prepare();
      proxy.arm(one);
      const known = { ids: new Set<string>(), mail: new Set<string>() };
      const bytes = (async function* () {
        for (const row of rows) yield mongoose.mongo.BSON.serialize(row);
      })();
      const isWritten = await copy.write('certificates', bytes, known).then(
        (count) => count === rows.length,
        () => false,
      );
      outcomes.add(isWritten);
      expect(proxy.cuts()).toBeGreaterThan(0);
      if (!isWritten) continue;
      const stored = await target.collection('certificates').find().sort({ _id: 1 }).toArray();
      const states = stored.map(({ state, replacedBy }) => [state, replacedBy]);
      expect(states).toEqual([
        ['replaced', 'c3'],
        ['replaced', 'c3'],
        ['valid', undefined],
      ]);
    } finally {
      await target.dropDatabase();
      await copy.close();
      await proxy.close();
    }
  }
  expect(outcomes).toEqual(new Set([true, false]));
});

async function withCutStore(
  use: (cut: {
    proxy: Awaited<ReturnType<typeof startCuttingProxy>>;
    store: TestDatabase['store'];
  }) => Promise<void>,
): Promise<void> {
  const proxy = await startCuttingProxy(database.url);
  const store = await openStore({ url: proxy.url, ensureIndexes: false, poolSize: 2 });
  try {
    await use({ proxy, store });
  } finally {
    await store.close();
    await proxy.close();
  }
}

/** Lost responses first: the write is done, and its caller does not know. */
const points = ['after', 'during', 'before'] as const;

/**
 * The plans for a function with this number of writes. In full: each write cut at each point, once and twice in a row. In
 * `npm test` each write in one way, by turns: its response lost twice, the connection lost once within it, or lost twice
 * before it was executed.
 */
function plansFor(writes: number): CutPlan[] {
  return Array.from({ length: writes }, (_, skip) => skip).flatMap((skip) => {
    if (isFullLength) return points.flatMap((at) => [1, 2].map((times) => ({ at, skip, times })));
    const at = points[skip % points.length]!;
    return [{ at, skip, times: at === 'during' ? 1 : 2 }];
  });
}

async function cutEveryWrite(site: WriteSite): Promise<void> {
  await withCutStore(async ({ proxy, store }) => {
    let writes = 0;
    let cuts = 0;
    const run = async (plan: CutPlan): Promise<void> => {
      const cut: Cut = async (call, refusedAgain = []) => {
        proxy.arm(plan);
        try {
          return await call(store);
        } catch (error) {
          // Either the call succeeds, or it throws `unavailable` for an unknown outcome.
          expect(error).toMatchObject({ code: 'unavailable' });
          expect(proxy.cuts()).toBeGreaterThan(0);
        } finally {
          writes = proxy.writes();
          cuts = proxy.cuts();
          proxy.disarm();
        }
        return await call(store).catch((error: unknown) => {
          if (refusedAgain.some((code) => isAppError(error, code))) return undefined;
          throw error;
        });
      };
      await site(database.store, cut);
      expect(cuts > 0).toBe(plan.times > 0);
    };
    await run({ at: 'before', skip: 0, times: 0 });
    expect(writes).toBeGreaterThan(0);
    for (const plan of plansFor(writes)) {
      await run(plan).catch((error: unknown) => {
        const { at, skip, times } = plan;
        throw new Error(`cut ${at} write ${skip + 1} of ${writes}, ${times} times`, { cause: error });
      });
    }
  });
}

/** These functions read the records of every tenant, or the one of the installation, and run alone. */
const crossing = new Set([
  ...['batches.nextChunks', 'batches.acrossTenants.stuck', 'domains.acrossTenants.due'],
  ...['domains.acrossTenants.hostRemovalsDue', 'domains.endHostRemoval'],
  ...[
    'erasures.acrossTenants.due',
    'certificates.acrossTenants.finishPrepared',
    'installation.create',
    'sessions.endAll',
    'installation.noteMarked',
  ],
  ...[
    'checkBatches',
    'checkEnded',
    'checkRowsWithoutBatch',
    'checkCertificates',
    'checkStudents',
    'checkNext',
  ].map((look) => `consistency.acrossTenants.${look}`),
]);

/** Records of other tests that are due are processed first, so that every run of a site finds only its own. */
async function processDueRecords(): Promise<void> {
  const { domains, batches } = database.store;
  const now = new Date(Date.now() + 24 * 60 * 60_000);
  while ((await domains.acrossTenants.due({ now, limit: 1_000, leaseMs: 48 * 60 * 60_000 })).length > 0);
  for (let round = 0; round < 3; round++)
    await batches.acrossTenants.stuck({ kinds: batchKind.options, now, everyMs: 48 * 60 * 60_000 });
}

for (const [name, functions] of Object.entries(sites)) {
  describe(`${name}, with the connection cut before, during and after each write`, () => {
    for (const [fn, site] of Object.entries(functions)) {
      const isCrossing = crossing.has(`${name}.${functionOf(fn)}`);
      const cutIt = isCrossing ? it : it.concurrent;
      cutIt(`${fn} is done, or unavailable and done when asked again`, async () => {
        if (isCrossing) await processDueRecords();
        await cutEveryWrite(site);
      });
    }
  });
}
