import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newCertId, newId, type Store } from '../src/index.ts';
import {
  buildBatch,
  buildCertificate,
  buildDesign,
  buildItems,
  buildMistake,
  buildStudent,
} from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { isFullLength } from './length.ts';
import { setConcurrent } from './write-call-sites.ts';
import { buildMail, verifyDomain } from './write-sites/domain-mail.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await testDatabase();
  ({ store } = database);
});

const rounds = isFullLength ? 200 : 6;
const callers = 3;
const roundsAtOnce = 6;
const later = (): Date => new Date(Date.now() + 3_600_000);
const template = { name: 'Diploma', tags: [], design: buildDesign() };

/** Builds one request; every call of the result repeats it. Resolves with what distinguishes the created records. */
type Request = (tenantId: string) => () => Promise<unknown>;

interface Race {
  collection: string;
  rows?: number;
  request: Request;
  /** The field that identifies the records of the rounds, when it is neither the tenant nor the id. */
  field?: string;
  /** The expected results, when only one caller may succeed. */
  answers?: readonly unknown[];
}

/** Every creation under an id that the caller passes, or that is derived from the input. */
const requests: Record<string, Race> = {
  'tenants.create': {
    collection: 'tenants',
    request: (_id) => {
      const owner = { userId: newId(), email: 'o@example.test', name: 'O' };
      return async () => (await store.tenants.create({ _id, name: 'Academia', owner }))._id;
    },
  },
  'members.add': {
    collection: 'members',
    request: (tenantId) => {
      const person = { userId: newId(), userEmail: '', userName: '', role: 'member' as const };
      const member = { _id: newId(), ...person };
      return async () => (await store.members.add(tenantId, member))._id;
    },
  },
  'students.create': {
    collection: 'students',
    request: (tenantId) => {
      const _id = newId();
      return async () => (await store.students.create(tenantId, buildStudent(), _id))._id;
    },
  },
  'students.saveMany': {
    collection: 'students',
    rows: 2,
    request: (tenantId) => {
      const importId = newId();
      const add = [buildStudent(), buildStudent()];
      return () => store.students.saveMany(tenantId, { add, update: [] }, { importId, rows: [0, 1] });
    },
  },
  'templates.create': {
    collection: 'templates',
    request: (tenantId) => {
      const _id = newId();
      return async () => (await store.templates.create(tenantId, template, _id))._id;
    },
  },
  'revisions.freeze': {
    collection: 'templateRevisions',
    request: (tenantId) => {
      const made = store.templates.create(tenantId, template);
      return async () => (await store.revisions.freeze(tenantId, (await made)._id))._id;
    },
  },
  'catalog.create': {
    collection: 'catalog',
    request: (entryId) => async () => (await store.catalog.create(template, entryId))._id,
  },
  'assets.put': {
    collection: 'assets',
    request: (tenantId) => {
      const asset = { sha256: newId(), key: 'assets/a', size: 1, mediaType: 'image/png' };
      return async () => (await store.assets.put(tenantId, asset))._id;
    },
  },
  'fonts.create': {
    collection: 'fonts',
    request: (tenantId) => {
      const _id = newId();
      const font = {
        ...{ sha256: newId(), key: 'fonts/a', size: 1, fileName: 'a.ttf', characters: 1 },
        ...{ family: 'A', weight: 400, italic: false, licensedBy: newId() },
      };
      return async () => (await store.fonts.create(tenantId, font, _id))._id;
    },
  },
  'signingCertificates.create': {
    collection: 'signingCertificates',
    request: (tenantId) => {
      const certificate = {
        ...{ _id: newId(), name: 's', subject: 'CN=s', fingerprint: newId(), pem: 'pem', sealedKey: 'x' },
        ...({ algorithm: 'rsa-2048', origin: 'generated' } as const),
        params: { reason: '', location: '', contactInfo: '', name: 'n' },
        notBefore: new Date(),
        expiresAt: later(),
        createdBy: newId(),
      };
      return async () => (await store.signingCertificates.create(tenantId, certificate))._id;
    },
  },
  'certificates.issue': {
    collection: 'certificates',
    request: (tenantId) => {
      const row = buildCertificate();
      return async () =>
        (await store.certificates.issue(tenantId, [row])).map(({ certId, state }) => [certId, state]);
    },
  },
  'batches.create': {
    collection: 'batches',
    request: (tenantId) => {
      const batch = buildBatch({ _id: newId(), items: buildItems(2) });
      return async () => {
        const { _id, state, total } = await store.batches.create(tenantId, batch);
        return { _id, state, total };
      };
    },
  },
  'deliveries.open': {
    collection: 'emailDeliveries',
    request: (tenantId) => {
      const wanted = { batchId: newId(), index: 0, certId: newId(), to: 'p@example.test' };
      const rows = [{ ...wanted, language: 'en' as const, messageIdHost: 'sello.test' }];
      return async () => (await store.deliveries.open(tenantId, rows)).map((row) => row._id);
    },
  },
  'domains.add': {
    collection: 'domains',
    request: (tenantId) => {
      const claim = { _id: newId(), domain: `${tenantId}.test`, token: 't', dnsRecords: [] };
      return async () => (await store.domains.add(tenantId, claim))._id;
    },
  },
  'trash.put': {
    collection: 'trashedStudents',
    answers: [0, 0, 1],
    request: (tenantId) => {
      const student = store.students.create(tenantId, buildStudent());
      const deleted = { userId: 'somebody', deletion: newId() };
      return async () => store.trash.put(tenantId, [(await student)._id], deleted);
    },
  },
  'trash.restore': {
    collection: 'students',
    request: (tenantId) => {
      const deleted = store.students.create(tenantId, buildStudent()).then(async ({ _id }) => {
        await store.trash.put(tenantId, [_id], { userId: 'somebody', deletion: newId() });
        return { ids: [_id] };
      });
      return async () => void (await store.trash.restore(tenantId, await deleted));
    },
  },
  'domainMails.setUp': {
    collection: 'dkimKeys',
    rows: 2,
    request: (tenantId) => {
      const verified = verifyDomain(store, tenantId).then((domain) => ({
        domain,
        mail: buildMail(domain.domain),
      }));
      return async () => {
        const { domain, mail } = await verified;
        return (await store.domainMails.setUp(tenantId, domain, mail)).mail.keys.map(({ keyId }) => keyId);
      };
    },
  },
  'reports.add': {
    collection: 'reports',
    request: (tenantId) => {
      const report = { _id: newId(), certId: newCertId(), text: 'x' };
      return async () => (await store.reports.add(tenantId, report))._id;
    },
  },
  'mistakeReports.ask': {
    collection: 'mistakeReports',
    request: (tenantId) => {
      const report = buildMistake();
      return async () => (await store.mistakeReports.ask(tenantId, report))._id;
    },
  },
  'invites.create': {
    collection: 'invites',
    request: (tenantId) => {
      const invite = { email: 'p@example.test', code: newId(), invitedBy: newId(), expiresAt: later() };
      return async () => (await store.invites.create(tenantId, invite))._id;
    },
  },
  'users.signIn': {
    collection: 'users',
    field: 'subject',
    request: (subject) => {
      const user = { issuer: 'https://issuer.test', subject, email: '', emailVerified: true, name: 'P' };
      return async () => (await store.users.signIn(user))._id;
    },
  },
  'catalog.upsertBuiltIn': {
    collection: 'catalog',
    field: 'key',
    request: (key) => async () => {
      await store.catalog.upsertBuiltIn({ ...template, key, language: 'es' });
      return (await store.catalog.builtIns('es')).find((one) => one.key === key)?._id;
    },
  },
  'mailAccounts.take': {
    collection: 'mailAccounts',
    request: (tenantId) => () => store.mailAccounts.take(tenantId, 1, { perHour: 20, perDay: 100 }),
  },
  'timestampAuthorities.pin': {
    collection: 'timestampAuthorities',
    field: 'host',
    request: (host) => {
      const authority = { fingerprint: newId(), pem: 'pem' };
      return () => store.timestampAuthorities.pin(`https://${host}/`, authority);
    },
  },
  'locks.take': {
    collection: 'locks',
    answers: [false, false, true],
    request: (name) => () => store.locks.take(name, newId(), 60_000),
  },
  'idempotencyKeys.begin': {
    collection: 'idempotencyKeys',
    field: 'bodyHash',
    answers: ['fresh', 'running', 'running'],
    request: (bodyHash) => {
      const scope = { tenantId: newId(), userId: newId() };
      return async () =>
        (await store.idempotencyKeys.begin(scope, 'key', bodyHash, { leaseMs: 60 * 60_000 })).outcome;
    },
  },
  'erasures.begin': {
    collection: 'erasures',
    request: (tenantId) => {
      const student = store.students.create(tenantId, buildStudent());
      return async () => (await store.erasures.begin(tenantId, (await student)._id))?._id;
    },
  },
  'erasures.eraseRecords': {
    collection: 'erasedCertificates',
    request: (tenantId) => {
      const row = buildCertificate();
      const begun = store.certificates
        .issue(tenantId, [row])
        .then(() => store.erasures.begin(tenantId, row.studentId));
      return async () => store.erasures.eraseRecords(tenantId, (await begun)!._id);
    },
  },
  'domains.noteAnswers': {
    collection: 'domainAnswers',
    request: (tenantId) => {
      const record = { type: 'TXT' as const, name: 'n', purpose: 'ownership' as const };
      const answers = [{ ...record, answer: { at: new Date(), reason: 'timeout' as const } }];
      const _id = newId();
      return () => store.domains.noteAnswers(tenantId, _id, answers);
    },
  },
  'domains.remove': {
    collection: 'hostRemovals',
    answers: [false, false, true],
    request: (tenantId) => {
      const hosting = { state: 'configured' as const, provider: 'outside', at: new Date() };
      const claim = { domain: `${tenantId}.test`, token: 't', dnsRecords: [], hosting };
      const added = store.domains.add(tenantId, claim);
      return async () => {
        await added;
        return store.domains.remove(tenantId);
      };
    },
  },
  'auditLog.append': {
    collection: 'auditLog',
    request: (tenantId) => {
      const entry = { _id: newId(), actorId: newId(), actorName: '', action: 'a.b' };
      return () => store.auditLog.append(tenantId, entry);
    },
  },
  'auditLog.acrossTenants.append': {
    collection: 'auditLog',
    request: (tenantId) => {
      const entry = { _id: newId(), actorId: newId(), actorName: '', action: 'a.b' };
      return () => store.auditLog.acrossTenants.append([tenantId], entry);
    },
  },
};

describe(`the same request ${callers} times at once, ${rounds} rounds`, () => {
  beforeAll(() => setConcurrent(true));
  afterAll(() => setConcurrent(false));

  for (const [name, { collection, rows = 1, request, field, answers }] of Object.entries(requests)) {
    const title = answers
      ? 'creates one record and succeeds for one caller'
      : 'creates one record and returns it to each caller';
    it(`${name} ${title}`, async () => {
      const tenantIds = Array.from({ length: rounds }, () => newId());
      const waiting = [...tenantIds];
      const runRounds = async (): Promise<void> => {
        for (let tenantId = waiting.pop(); tenantId; tenantId = waiting.pop()) {
          const ask = request(tenantId);
          const given = await Promise.all(Array.from({ length: callers }, ask));
          expect(answers ? given.sort() : given).toEqual(answers ?? Array(callers).fill(given[0]));
        }
      };
      await Promise.all(Array.from({ length: roundsAtOnce }, runRounds));
      const tenants = { $in: tenantIds };
      const made = database.raw.collection<{ _id: string; tenantId: string }>(collection);
      const byId = { $or: [{ tenantId: tenants }, { _id: tenants }] };
      const found = await made.find(field ? { [field]: tenants } : byId).toArray();
      expect(found).toHaveLength(rounds * rows);
      if (collection === 'catalog') await store.catalog.deleteMany(found.map((row) => row._id));
    });
  }

  it('installation.create creates one record and returns it to each caller', async () => {
    const records = database.raw.collection('installation');
    for (let round = 0; round < rounds; round++) {
      await records.deleteMany({});
      const made = await Promise.all(Array.from({ length: callers }, () => store.installation.create()));
      expect(made).toEqual(Array(callers).fill(made[0]));
      expect(await records.countDocuments()).toBe(1);
    }
  });
});
