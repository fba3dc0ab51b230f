import { batchKind } from '@sello/contracts';
import { beforeAll, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import {
  buildBatch,
  buildCertificate,
  buildDesign,
  buildItems,
  buildMistake,
  buildStudent,
} from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';
import { deliveries } from './isolation/deliveries.ts';
import { domainMails } from './isolation/domain-mail.ts';
import { domains } from './isolation/domains.ts';
import { endings } from './isolation/endings.ts';
import { reports } from './isolation/reports.ts';
import { students, trash } from './isolation/students.ts';
import { sendFromDomain } from './write-sites/domain-mail.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await testDatabase();
  ({ store } = database);
});

const later = (ms = 3_600_000) => new Date(Date.now() + ms);
const holder = () => ({ owner: 'x', leaseMs: 1, now: later() });

/** Creates a tenant with a record of every kind. */
async function createFixture() {
  const owner = { userId: newId(), email: 'o@example.test', name: 'O' };
  const tenant = await store.tenants.create({ name: `Academia ${newId()}`, owner });
  const tenantId = tenant._id;
  const ownership = (await store.members.of(tenantId, owner.userId))!;
  const member = await store.members.add(tenantId, {
    userId: newId(),
    userEmail: 'm@example.test',
    userName: 'M',
    role: 'member',
  });
  const invite = await store.invites.create(tenantId, {
    email: 'i@example.test',
    code: newId().slice(0, 10),
    invitedBy: owner.userId,
    expiresAt: later(),
    letter: { id: newId(), state: 'queued', at: new Date(), attempts: 0 },
  });
  const mistake = await store.mistakeReports.ask(tenantId, buildMistake());
  const student = await store.students.create(tenantId, buildStudent());
  const template = await store.templates.create(tenantId, { name: 'T', tags: ['t'], design: buildDesign() });
  const revision = await store.revisions.freeze(tenantId, template._id);
  const prefix = { key: `prefixes/${tenantId}`, sha256: 'a'.repeat(64), size: 1 };
  await store.revisions.addPrefix(tenantId, revision._id, prefix);
  const logo = { key: `assets/${tenantId}`, logoKey: `assets/${tenantId}`, use: 'logo' as const };
  const asset = await store.assets.put(tenantId, {
    ...{ ...logo, sha256: 'd'.repeat(64), size: 1, mediaType: 'image/png' },
  });
  const font = await store.fonts.create(tenantId, {
    ...{ sha256: 'f'.repeat(64), key: `fonts/${tenantId}`, size: 1, fileName: 'f.ttf', characters: 1 },
    ...{ family: 'Theirs', weight: 400, italic: false, licensedBy: owner.userId },
  });
  const signing = await store.signingCertificates.create(tenantId, {
    name: 's',
    algorithm: 'rsa-2048',
    origin: 'generated',
    subject: 'CN=s',
    fingerprint: 'e'.repeat(64),
    pem: 'pem',
    params: { reason: '', location: '', contactInfo: '', name: 'n' },
    notBefore: new Date(),
    expiresAt: later(),
    createdBy: owner.userId,
    sealedKey: 'sealed',
  });
  const certificate = buildCertificate({ studentId: student._id });
  await store.certificates.issue(tenantId, [certificate]);
  const waiting = await store.batches.create(tenantId, buildBatch({ items: buildItems(60) }));
  const running = await store.batches.create(tenantId, buildBatch());
  await store.batches.nextChunks(tenantId, running._id, 1);
  const range = { from: 0, to: 3 };
  const claim = await store.batches.claim(tenantId, running._id, range, { owner: 'w', leaseMs: 60_000 });
  await store.batches.beginAlone(tenantId, running._id, claim.items[0]!);
  const zip = await store.batches.create(tenantId, buildBatch({ kind: 'zip' }));
  const hold = (await store.batches.takeBatchLease(tenantId, zip._id, { owner: 'w', leaseMs: 60_000 }))!;
  const ended = await store.batches.create(
    tenantId,
    buildBatch({
      items: buildItems(2, { error: { code: 'internal', message: 'x' } }),
      afterwards: { emails: { language: 'es' } },
    }),
  );
  const [delivery, sending] = await store.deliveries.open(
    tenantId,
    [0, 1].map((index) => ({
      batchId: waiting._id,
      index,
      certId: certificate._id,
      to: `p${index}@example.test`,
      language: 'en' as const,
      messageIdHost: 'sello.test',
    })),
  );
  await store.deliveries.begin(tenantId, sending!._id, 'certs.mine.test');
  await store.erasures.begin(tenantId, student._id);
  const domain = await sendFromDomain(store, tenantId);
  await store.auditLog.append(tenantId, { actorId: owner.userId, actorName: 'O', action: 'a.b' });
  return {
    tenantId,
    ownership,
    member,
    invite,
    mistake,
    student,
    template,
    revision,
    prefix,
    asset,
    font,
    signing,
    certificate,
    waiting,
    running,
    claim,
    zip,
    hold,
    ended,
    delivery: delivery!,
    sending: sending!,
    domain,
  };
}
type Fixture = Awaited<ReturnType<typeof createFixture>>;
type Attack = (store: Store, other: string, mine: Fixture) => unknown;

const error = { code: 'internal', message: 'x' } as const;
const download = { key: 'k', fileName: 'f.zip', size: 1, keptUntil: later() };
const fields = { name: 'stolen', tags: [], design: buildDesign('stolen') };

/**
 * Every function that takes a tenant, called with another tenant's id and with the ids of records of the first. The
 * test below fails for a function that is missing here.
 */
const attacks: Record<string, Record<string, Attack>> = {
  tenants: {
    get: (s, other) => s.tenants.get(other),
    update: (s, other) => s.tenants.update(other, { name: 'x' }),
    confirm: (s, other) => s.tenants.confirm(other, { by: newId(), at: new Date(), how: 'x' }),
    withdraw: (s, other) => s.tenants.withdraw(other),
    setSignInsPause: (s, other) => s.tenants.setSignInsPause(other, { by: newId(), reason: 'x' }),
    noteLapse: (s, other) =>
      s.tenants.noteLapse(other, { kind: 'operator', since: new Date(), lapsedAt: new Date() }),
    noteIssuerChange: (s, other) => s.tenants.noteIssuerChange(other),
    setFirstTimeZone: (s, other) => s.tenants.setFirstTimeZone(other, 'America/Lima'),
    delete: (s, other) => s.tenants.delete(other, { at: new Date(), by: newId(), until: later() }),
    restore: (s, other) => s.tenants.restore(other),
    beginRemoval: (s, other) => s.tenants.beginRemoval(other, later()),
    endRemoval: (s, other) => s.tenants.endRemoval(other),
  },
  members: {
    of: (s, other, m) => s.members.of(other, m.member.userId),
    ofMany: (s, other, m) => s.members.ofMany([{ tenantId: other, userId: m.member.userId }]),
    get: (s, other, m) => s.members.get(other, m.member._id),
    list: (s, other) => s.members.list(other),
    page: (s, other) => s.members.page(other),
    add: (s, other) => s.members.add(other, { userId: newId(), userEmail: '', userName: '', role: 'member' }),
    changeRole: (s, other, m) => s.members.changeRole(other, m.member._id, 'owner'),
    setStatus: (s, other, m) => s.members.setStatus(other, m.member._id, 'blocked'),
    transfer: (s, other, m) => s.members.transfer(other, m.ownership._id, m.member._id),
    remove: (s, other, m) => s.members.remove(other, m.member._id),
    countOwners: (s, other) => s.members.countOwners(other),
  },
  invites: {
    create: (s, other, m) =>
      s.invites.create(other, { email: m.invite.email, code: 'x', invitedBy: newId(), expiresAt: later() }),
    get: (s, other, m) => s.invites.get(other, m.invite._id),
    list: (s, other) => s.invites.list(other, { all: true }),
    page: (s, other) => s.invites.page(other),
    revoke: (s, other, m) => s.invites.revoke(other, m.invite._id),
    beginLetter: (s, other, m) => s.invites.beginLetter(other, m.invite),
    settleLetter: (s, other, m) =>
      s.invites.settleLetter(other, m.invite._id, m.invite.letter!, { state: 'sent' }),
  },
  ...reports,
  students,
  trash,
  templates: {
    list: (s, other) => s.templates.list(other),
    get: (s, other, m) => s.templates.get(other, m.template._id),
    summaries: (s, other, m) => s.templates.summaries(other, [m.template._id]),
    brand: async (s, other) => Object.values(await s.templates.brand(other)).flat(),
    create: (s, other) => s.templates.create(other, fields),
    update: (s, other, m) => s.templates.update(other, m.template._id, fields, { rev: 1 }),
    setThumbnail: (s, other, m) => s.templates.setThumbnail(other, m.template._id, 'stolen'),
    deleteMany: (s, other, m) => s.templates.deleteMany(other, [m.template._id]),
  },
  revisions: {
    freeze: (s, other, m) => s.revisions.freeze(other, m.template._id),
    prune: (s, other, m) => s.revisions.prune(other, m.template._id),
    get: (s, other, m) => s.revisions.get(other, m.revision._id),
    getMany: (s, other, m) => s.revisions.getMany(other, [m.revision._id]),
    each: async (s, other) => {
      for await (const row of s.revisions.each(other)) return row;
      return null;
    },
    listOf: (s, other, m) => s.revisions.listOf(other, m.template._id),
    addPrefix: (s, other, m) => s.revisions.addPrefix(other, m.revision._id, { ...m.prefix, key: 'stolen' }),
    isPrefixReferenced: (s, other, m) => s.revisions.isPrefixReferenced(other, m.prefix.key),
    ofPrefix: (s, other, m) => s.revisions.ofPrefix(other, m.prefix.key),
  },
  assets: {
    put: (s, other, m) => s.assets.put(other, { ...m.asset, key: 'theirs', logoKey: 'theirs' }),
    get: (s, other, m) => s.assets.get(other, m.asset._id),
    getMany: (s, other, m) => s.assets.getMany(other, [m.asset._id]),
    bySha256: (s, other, m) => s.assets.bySha256(other, m.asset.sha256),
    list: (s, other) => s.assets.list(other),
    delete: (s, other, m) => s.assets.delete(other, m.asset._id),
    renewLogo: (s, other, m) => s.assets.renewLogo(other, m.asset.sha256),
    keep: (s, other, m) => s.assets.keep(other, 'signature', [m.asset._id]),
    letGo: (s, other, m) => s.assets.letGo(other, m.asset._id),
    keepLogo: (s, other, m) => s.assets.keepLogo(other, m.asset.key),
  },
  fonts: {
    create: (s, other, m) => s.fonts.create(other, { ...m.font, key: 'theirs' }, m.font._id),
    list: (s, other) => s.fonts.list(other),
    ofFamilies: (s, other, m) => s.fonts.ofFamilies(other, [m.font.family]),
    bySha256: (s, other, m) => s.fonts.bySha256(other, m.font.sha256),
    remove: (s, other, m) => s.fonts.remove(other, m.font._id),
  },
  signingCertificates: {
    create: (s, other, m) =>
      s.signingCertificates.create(other, { ...m.signing, sealedKey: 'x', _id: newId() }),
    get: (s, other, m) => s.signingCertificates.get(other, m.signing._id),
    getWithKey: (s, other, m) => s.signingCertificates.getWithKey(other, m.signing._id),
    list: (s, other) => s.signingCertificates.list(other),
    current: (s, other) => s.signingCertificates.current(other),
    revoke: (s, other, m) => s.signingCertificates.revoke(other, m.signing._id),
  },
  certificates: {
    issue: (s, other, m) =>
      s.certificates.issue(other, [buildCertificate({ studentId: m.student._id, issuedAt: later() })]),
    settle: (s, other, m) => s.certificates.settle(other, [m.certificate._id]),
    deletePrepared: (s, other, m) => s.certificates.deletePrepared(other, [m.certificate._id]),
    get: (s, other, m) => s.certificates.get(other, m.certificate._id),
    getMany: (s, other, m) => s.certificates.getMany(other, [m.certificate._id]),
    validOf: (s, other, m) => s.certificates.validOf(other, [m.student._id]),
    history: (s, other, m) => s.certificates.history(other, m.student._id),
    revoke: (s, other, m) =>
      s.certificates.revoke(other, m.certificate._id, { userId: newId(), reason: 'x' }),
    each: async (s, other) => {
      for await (const row of s.certificates.each(other)) return row;
      return null;
    },
  },
  batches: {
    create: (s, other) => s.batches.create(other, buildBatch()),
    get: (s, other, m) => s.batches.get(other, m.waiting._id),
    list: (s, other) => s.batches.list(other),
    starts: (s, other) => s.batches.starts(other, batchKind.options),
    failedWith: (s, other, m) => s.batches.failedWith(other, [m.ended._id], ['template_not_found']),
    unknownOf: (s, other, m) => s.batches.unknownOf(other, [m.ended._id]),
    items: (s, other, m) => s.batches.items(other, m.waiting._id),
    nextChunks: (s, other, m) => s.batches.nextChunks(other, m.waiting._id, 4),
    claim: (s, other, m) => s.batches.claim(other, m.waiting._id, { from: 0, to: 60 }, holder()),
    claimWithStudents: (s, other, m) =>
      s.batches.claimWithStudents(other, m.waiting._id, { from: 0, to: 60 }, holder()),
    heldFor: (s, other, m) => s.batches.heldFor(other, m.claim.batchId, { from: 0, to: 50 }),
    renew: (s, other, m) => s.batches.renew(other, m.claim, 1_000),
    finish: (s, other, m) =>
      s.batches.finish(
        other,
        m.running._id,
        m.claim.items.map((item) => ({ ...item, state: 'done' as const })),
      ),
    beginAlone: (s, other, m) => s.batches.beginAlone(other, m.running._id, m.claim.items[1]!),
    survivedAlone: (s, other, m) => s.batches.survivedAlone(other, m.running._id, { index: 0 }),
    release: (s, other, m) => s.batches.release(other, m.running._id, m.claim.items, 'now'),
    failUnfinished: (s, other, m) =>
      s.batches.failUnfinished(other, m.waiting._id, { from: 0, to: 60 }, error, { now: later() }),
    count: (s, other, m) => s.batches.count(other, m.running._id),
    takeAfterwards: (s, other, m) =>
      s.batches.takeAfterwards(other, m.ended._id, { leaseMs: 1, now: later() }),
    moveAfterwards: (s, other, m) =>
      s.batches.moveAfterwards(other, m.ended._id, { from: later(), to: later() }),
    endAfterwards: (s, other, m) => s.batches.endAfterwards(other, m.ended._id),
    cancel: (s, other, m) => s.batches.cancel(other, m.waiting._id),
    retryInput: (s, other, m) => s.batches.retryInput(other, m.ended._id),
    outcomes: (s, other, m) => s.batches.outcomes(other, m.ended._id),
    retryOf: (s, other, m) => s.batches.retryOf(other, m.ended._id),
    lastOf: (s, other, m) => s.batches.lastOf(other, m.template._id),
    takeBatchLease: (s, other, m) =>
      s.batches.takeBatchLease(other, m.zip._id, { owner: 'x', leaseMs: 1, now: later() }),
    renewBatchLease: (s, other, m) => s.batches.renewBatchLease(other, m.zip._id, m.hold.fence, 1_000),
    finishUnderBatchLease: (s, other, m) =>
      s.batches.finishUnderBatchLease(other, m.zip._id, m.hold.fence, [{ index: 0, state: 'done' }]),
    setDownload: (s, other, m) => s.batches.setDownload(other, m.zip._id, m.hold.fence, download),
    releaseBatchLease: (s, other, m) => s.batches.releaseBatchLease(other, m.zip._id, m.hold.fence),
  },
  deliveries,
  erasures: {
    begin: (s, other, m) => s.erasures.begin(other, m.student._id),
    get: (s, other, m) => s.erasures.get(other, m.student._id),
    eraseRecords: (s, other, m) => s.erasures.eraseRecords(other, m.student._id),
    eraseTraces: (s, other, m) => s.erasures.eraseTraces(other, m.student._id),
    eachErased: async (s, other) => {
      for await (const row of s.erasures.eachErased(other)) return row;
      return null;
    },
    placesIn: (s, other, m) => s.erasures.placesIn(other, m.certificate.pack.key),
    notePack: (s, other, m) => s.erasures.notePack(other, m.student._id, 'stolen'),
    move: (s, other, { certificate: { _id: certId, pack: from } }) =>
      s.erasures.move(other, [{ certId, from, to: { ...from, key: 'stolen' } }]),
    settlePack: (s, other, m) => s.erasures.settlePack(other, m.student._id, 'stolen', new Date()),
    settleObject: (s, other, m) => s.erasures.settleObject(other, m.student._id, 'stolen', new Date()),
    endRound: (s, other, m) => s.erasures.endRound(other, m.student._id, { round: 2, dueAt: new Date() }),
  },
  domains,
  domainMails,
  mailAccounts: {
    get: (s, other) => s.mailAccounts.get(other),
    take: (s, other) => s.mailAccounts.take(other, 1, { perHour: 1, perDay: 1 }),
    giveBack: (s, other) => s.mailAccounts.giveBack(other, 1),
    noteOutcomes: (s, other) => s.mailAccounts.noteOutcomes(other, [true]),
    pause: (s, other) => s.mailAccounts.pause(other, { by: newId(), reason: 'x' }),
    resume: (s, other) => s.mailAccounts.resume(other),
  },
  endings,
  auditLog: {
    append: (s, other) => s.auditLog.append(other, { actorId: newId(), actorName: '', action: 'x' }),
    list: (s, other) => s.auditLog.list(other),
    actors: (s, other) => s.auditLog.actors(other),
  },
};

/** Functions that take no tenant, or create one for the caller. */
const withoutTenant: Record<string, readonly string[]> = {
  tenants: [
    ...['create', 'getMany', 'listOf', 'listAll', 'page', 'lookAlikes', 'listProved'],
    ...['listSignInsPaused', 'listDeleted'],
  ],
};
const tenantless = new Set([
  'users',
  'sessions',
  'catalog',
  'idempotencyKeys',
  'locks',
  'installation',
  'timestampAuthorities',
]);

it('every function on tenant data is attacked here', () => {
  for (const [name, repository] of Object.entries(store)) {
    if (typeof repository === 'function' || tenantless.has(name)) continue;
    const functions = Object.entries(repository as object)
      .filter(([, member]) => typeof member === 'function')
      .map(([fn]) => fn);
    const known = [...Object.keys(attacks[name] ?? {}), ...(withoutTenant[name] ?? [])];
    expect({ name, functions: functions.sort() }).toEqual({ name, functions: known.sort() });
  }
});

async function everythingOf(tenantId: string): Promise<string> {
  const collections = await database.raw.listCollections();
  const rows = await Promise.all(
    collections
      .map((collection) => collection.name)
      .sort()
      .map(async (name) => [
        name,
        await database.raw
          .collection(name)
          .find({ $or: [{ tenantId }, { _id: tenantId as never }] })
          .sort({ _id: 1 })
          .toArray(),
      ]),
  );
  return JSON.stringify(rows);
}

it('no function lets another tenant read or change anything', async () => {
  const mine = await createFixture();
  const before = await everythingOf(mine.tenantId);
  expect(before).toContain(mine.certificate.hash);
  for (const [name, functions] of Object.entries(attacks)) {
    for (const [fn, attack] of Object.entries(functions)) {
      const other = newId();
      const where = `${name}.${fn}`;
      const answer = await Promise.resolve(attack(store, other, mine)).catch((thrown: unknown) => thrown);
      const output = JSON.stringify(answer instanceof Map ? [...answer] : answer) ?? '';
      for (const secret of [mine.tenantId, mine.certificate.hash]) {
        expect(output.includes(secret), `${where} tells ${secret}`).toBe(false);
      }
    }
    // Once for each repository: every collection is read whole.
    expect(await everythingOf(mine.tenantId), `a function of ${name} changes records`).toBe(before);
  }
});
