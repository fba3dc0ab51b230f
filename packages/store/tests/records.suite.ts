import { serviceLimits } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { newCertId, newId, type Store, type StudentRecord } from '../src/index.ts';
import { buildDnsRecord, buildStudent } from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let store: Store;
beforeAll(async () => {
  database = await testDatabase();
  ({ store } = database);
});

const ahead = (ms: number) => new Date(Date.now() + ms);

describe('reports to the operator', () => {
  it('are listed by certificate, the one with the newest first, each on one page', async () => {
    const [tenantId, many, one] = [newId(), newCertId(), newCertId()];
    for (const certId of [many, many, one, many]) await store.reports.add(tenantId, { certId, text: 'x' });
    const { acrossTenants: reports } = store.reports;
    const listed: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await reports.byCertificate({ tenantId, limit: 1, ...(cursor && { cursor }) });
      listed.push(
        ...page.items.map(({ certId, newest, total, open }) => [certId, newest.length, total, open]),
      );
      cursor = page.nextCursor;
    }
    expect(listed).toEqual([
      [many, 3, 3, 3],
      [one, 1, 1, 1],
    ]);
  });

  it('are closed together, and those that nobody has read stay open', async () => {
    const [tenantId, certId] = [newId(), newCertId()];
    const add = (count: number, text: string) =>
      Promise.all(Array.from({ length: count }, () => store.reports.add(tenantId, { certId, text })));
    const { acrossTenants: reports } = store.reports;
    const shown = serviceLimits.reportsShown;
    await add(shown + 2, 'read');
    const [read] = (await reports.byCertificate({ tenantId })).items;
    expect(read).toMatchObject({ total: shown + 2, open: shown + 2 });
    expect(read!.newest).toHaveLength(shown);
    const until = read!.newest[0]!.at;
    while (Date.now() <= until.getTime());
    await add(1, 'since');
    await reports.close(certId, until, newId());
    const listed = async (closed: boolean) => (await reports.byCertificate({ tenantId, closed })).items;
    expect(await listed(false)).toMatchObject([{ total: 1, open: 1, newest: [{ text: 'since' }] }]);
    expect(await listed(true)).toMatchObject([{ total: shown + 2, open: 1 }]);
    await expect(reports.close(newCertId(), until, newId())).rejects.toMatchObject({
      code: 'report_not_found',
    });
  });
});

describe('students', () => {
  it('are read as they were written, with absent fields absent and any column name', async () => {
    const tenantId = newId();
    const custom = { 'nota.final': '18', $área: 'Química', constructor: 'x' };
    const fields = buildStudent({ startDate: '2026-02-28', scoreNumeric: 9.5, custom });
    const created = await store.students.create(tenantId, fields);
    expect(await store.students.get(tenantId, created._id)).toEqual(created);
    expect(created).toMatchObject({ ...fields, tenantId });
    const { startDate: _, scoreNumeric: __, ...fewer } = fields;
    const updated = await store.students.update(tenantId, created._id, { ...fewer, email: 'l@example.test' });
    expect(updated).not.toHaveProperty('startDate');
    expect(updated).not.toHaveProperty('scoreNumeric');
    expect(updated).toMatchObject({ email: 'l@example.test', custom, createdAt: created.createdAt });
    await expect(store.students.update(tenantId, newId(), fields)).rejects.toMatchObject({
      code: 'student_not_found',
    });
  });

  it('have columns that are all listed, also one that only the last of many has', async () => {
    const [tenantId, other] = [newId(), newId()];
    const add = Array.from({ length: 600 }, (_, index) =>
      buildStudent({
        custom: { ward: 'III', ...(index === 599 && { 'nota.final': '18', $área: 'Química' }) },
      }),
    );
    await store.students.saveMany(tenantId, { add, update: [] });
    await store.students.create(other, buildStudent({ custom: { theirs: 'x' } }));
    expect(await store.students.columnNames(tenantId)).toEqual(['$área', 'nota.final', 'ward']);
    expect(await store.students.columnNames(newId())).toEqual([]);
  });

  it('are found by parts of name, id number and e-mail, whatever case and accents', async () => {
    const tenantId = newId();
    await store.students.saveMany(tenantId, {
      add: [
        buildStudent({ fullName: 'José Ángel Núñez', idNumber: 'AB-100' }),
        buildStudent({ fullName: 'Maria (Mia) dos Santos', idNumber: 'AB-200', email: 'mia@escola.test' }),
        buildStudent({ fullName: 'Zoë Nunes', idNumber: '' }),
      ],
      update: [],
    });
    const names = async (search: string) =>
      (await store.students.list(tenantId, { search, sort: 'fullName' })).items.map((one) => one.fullName);
    expect(await names('nun')).toEqual(['José Ángel Núñez', 'Zoë Nunes']);
    expect(await names('NÚÑEZ jose')).toEqual(['José Ángel Núñez']);
    expect(await names('ab-2')).toEqual(['Maria (Mia) dos Santos']);
    expect(await names('escola')).toEqual(['Maria (Mia) dos Santos']);
    expect(await names('(mia)')).toEqual(['Maria (Mia) dos Santos']);
    expect(await names('.*')).toEqual([]);
    expect((await store.students.list(tenantId, { search: 'nun', limit: 1 })).total).toBe(2);
  });

  it.each(['fullName', '-fullName', 'startDate', '-startDate', 'createdAt', undefined, 'nonsense'])(
    'paged by %s are each returned once while others are inserted and deleted',
    async (sort) => {
      const tenantId = newId();
      const add = Array.from({ length: 23 }, (_, index) =>
        buildStudent({
          fullName: `Name ${index % 5}`,
          ...(index % 3 > 0 && { startDate: `2026-01-0${(index % 4) + 1}` }),
        }),
      );
      await store.students.saveMany(tenantId, { add, update: [] });
      const whole = (await store.students.list(tenantId, { sort })).items;
      const seen: StudentRecord[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.students.list(tenantId, { sort, limit: 4, cursor });
        seen.push(...page.items);
        cursor = page.nextCursor ?? undefined;
        if (seen.length === 8)
          await store.trash.put(tenantId, [seen[0]!._id], { userId: 'somebody', deletion: 'once' });
      } while (cursor);
      expect(seen.map((one) => one._id)).toEqual(whole.map((one) => one._id));
    },
  );

  it('refuse a cursor of another sort or none at all', async () => {
    const tenantId = newId();
    await store.students.saveMany(tenantId, { add: [buildStudent(), buildStudent()], update: [] });
    const { nextCursor } = await store.students.list(tenantId, { limit: 1, sort: 'fullName' });
    for (const [sort, cursor] of [
      ['idNumber', nextCursor!],
      ['fullName', 'bm9uc2Vuc2U'],
      ['fullName', Buffer.from('["nameKey",1,{"$gt":""},"x"]').toString('base64url')],
    ] as const) {
      await expect(store.students.list(tenantId, { limit: 1, sort, cursor })).rejects.toMatchObject({
        code: 'invalid_payload',
      });
    }
  });

  it('of an import are matched by id number and written in bulk', async () => {
    const tenantId = newId();
    const known = await store.students.create(tenantId, buildStudent({ idNumber: ' Ñ-77 ' }));
    const matched = await store.students.byIdNumbers(tenantId, ['n-77', 'missing', '']);
    expect(matched.map((one) => one._id)).toEqual([known._id]);
    const saved = await store.students.saveMany(tenantId, {
      add: Array.from({ length: 2_600 }, (_, index) => buildStudent({ fullName: `Student ${index}` })),
      update: [
        { studentId: known._id, fields: buildStudent({ fullName: 'Changed' }) },
        { studentId: newId(), fields: buildStudent() },
      ],
    });
    expect(saved).toEqual({ added: 2_600, updated: 1 });
    const { items } = await store.students.list(tenantId, { sort: 'createdAt' });
    expect(items[0]!.fullName).toBe('Changed');
    expect(items.slice(1).map((one) => one.fullName)).toEqual(
      Array.from({ length: 2_600 }, (_, index) => `Student ${index}`),
    );
    const ids = items.map((one) => one._id).reverse();
    expect((await store.students.getMany(tenantId, ids)).map((one) => one._id)).toEqual(ids);
    const named = await store.students.names(tenantId, [...ids, newId()]);
    expect(new Map(named.map((one) => [one._id, one]))).toEqual(
      new Map(items.map(({ _id, fullName }) => [_id, { _id, fullName }])),
    );
    expect(await store.trash.put(tenantId, ids, { userId: 'somebody', deletion: 'once' })).toBe(2_601);
  });
});

describe('signing certificates', () => {
  it('return their key only to the signer; the newest usable one is in use', async () => {
    const tenantId = newId();
    const build = (name: string, expiresAt = ahead(1_000_000)) => ({
      name,
      algorithm: 'rsa-2048' as const,
      origin: 'generated' as const,
      subject: 'CN=Academia',
      fingerprint: 'c'.repeat(64),
      pem: 'pem',
      params: { reason: 'r', location: 'l', contactInfo: 'c', name: 'n' },
      notBefore: new Date(),
      expiresAt,
      createdBy: newId(),
      sealedKey: 'sealed',
    });
    expect(await store.signingCertificates.current(tenantId)).toBeNull();
    const first = await store.signingCertificates.create(tenantId, build('first'));
    expect(first).not.toHaveProperty('sealedKey');
    const second = await store.signingCertificates.create(tenantId, build('second'));
    await store.signingCertificates.create(tenantId, build('expired', new Date(0)));
    expect((await store.signingCertificates.current(tenantId))!._id).toBe(second._id);
    const revoked = await store.signingCertificates.revoke(tenantId, second._id);
    const again = await store.signingCertificates.revoke(tenantId, second._id, ahead(5_000));
    expect(again!.revokedAt).toEqual(revoked!.revokedAt);
    expect((await store.signingCertificates.current(tenantId))!._id).toBe(first._id);
    for (const one of await store.signingCertificates.list(tenantId))
      expect(one).not.toHaveProperty('sealedKey');
    expect(await store.signingCertificates.get(tenantId, first._id)).not.toHaveProperty('sealedKey');
    expect(await store.signingCertificates.getWithKey(tenantId, first._id)).toMatchObject({
      sealedKey: 'sealed',
    });
    const fingerprint = newId();
    const others = await store.signingCertificates.create(newId(), { ...build('other'), fingerprint });
    expect(await store.signingCertificates.acrossTenants.byFingerprint(fingerprint)).toEqual([others]);
  });
});

describe('deliveries', () => {
  it('are sent by one caller, and never again automatically once the outcome is unknown', async () => {
    const tenantId = newId();
    const wanted = [1, 2].map((index) => ({
      batchId: newId(),
      index,
      certId: newCertId(),
      to: `p${index}@example.test`,
      language: 'pt' as const,
      messageIdHost: 'sello.test',
    }));
    const opened = await store.deliveries.open(tenantId, wanted);
    expect(await store.deliveries.open(tenantId, wanted)).toEqual(opened);
    expect(opened[0]!.messageId).toMatch(/^<[0-9a-f]{24}@sello\.test>$/);
    const [first] = opened;
    const begun = await Promise.all([1, 2, 3].map(() => store.deliveries.begin(tenantId, first!._id)));
    expect(begun.filter((one) => one !== null)).toHaveLength(1);
    expect(await store.deliveries.settle(tenantId, first!._id, 'queued', { code: 451, text: 'later' })).toBe(
      true,
    );
    expect(await store.deliveries.begin(tenantId, first!._id)).toMatchObject({ attempts: 2 });
    expect(await store.deliveries.settle(tenantId, first!._id, 'unknown')).toBe(true);
    expect(await store.deliveries.begin(tenantId, first!._id)).toBeNull();
    expect(await store.deliveries.settle(tenantId, first!._id, 'accepted')).toBe(false);
    expect(await store.deliveries.listOf(tenantId, [wanted[0]!.certId])).toMatchObject([
      { state: 'unknown', response: { code: 451, text: 'later' } },
    ]);
  });
});

describe('domains', () => {
  const build = (domain: string) => ({
    domain,
    token: newId(),
    dnsRecords: [buildDnsRecord({ name: `_sello-challenge.${domain}` })],
  });
  const check = (status: 'pending' | 'verified' | 'failed') => ({
    status,
    dnsRecords: build('x.test').dnsRecords,
    misses: 0,
    nextCheckAt: ahead(60_000),
    checkedAt: new Date(),
  });

  it('are one per tenant; the first tenant to verify a name owns it', async () => {
    const name = `${newId()}.example.test`;
    const [one, two, three] = [newId(), newId(), newId()];
    const mine = await store.domains.add(one, build(name));
    const theirs = await store.domains.add(two, build(name));
    await expect(store.domains.add(one, build('other.test'))).rejects.toMatchObject({
      code: 'domain_exists',
    });
    await expect(store.domains.updateSettings(one, { useInEmails: true })).rejects.toMatchObject({
      code: 'domain_not_verified',
    });
    expect(await store.domains.recordCheck(one, mine._id, check('verified'))).toMatchObject({
      status: 'verified',
    });
    expect(await store.domains.recordCheck(two, theirs._id, check('verified'))).toMatchObject({
      status: 'failed',
    });
    await expect(store.domains.add(three, build(name))).rejects.toMatchObject({ code: 'domain_in_use' });
    expect((await store.domains.acrossTenants.byHost(`${name.toUpperCase()}.`))!.tenantId).toBe(one);
    expect(await store.domains.updateSettings(one, { useInEmails: true })).toMatchObject({
      settings: { useInEmails: true, useInVerification: false, useInOnboarding: false },
    });
    expect(await store.domains.remove(one)).toBe(true);
    expect(await store.domains.remove(one)).toBe(false);
    expect(await store.domains.recordCheck(one, mine._id, check('verified'))).toBeNull();
    await expect(store.domains.updateSettings(one, {})).rejects.toMatchObject({ code: 'domain_not_found' });
    expect(await store.domains.requestCheck(two)).toMatchObject({ status: 'pending', misses: 0 });
  });

  it('that are due are leased to one caller and due again if no check is stored', async () => {
    const domain = await store.domains.add(newId(), build(`${newId()}.test`));
    const isMine = (one: { _id: string }) => one._id === domain._id;
    const now = ahead(1_000);
    const taken = await Promise.all(
      [1, 2, 3].map(() => store.domains.acrossTenants.due({ now, leaseMs: 60_000 })),
    );
    expect(taken.flat().filter(isMine)).toHaveLength(1);
    expect(
      (await store.domains.acrossTenants.due({ now: ahead(30_000), leaseMs: 60_000 })).filter(isMine),
    ).toEqual([]);
    expect(
      (await store.domains.acrossTenants.due({ now: ahead(90_000), leaseMs: 60_000 })).filter(isMine),
    ).toHaveLength(1);
  });
});

describe('idempotency keys', () => {
  const scope = { tenantId: newId(), userId: newId() };
  /** Longer than any test. */
  const lease = { leaseMs: 60 * 60_000 };

  it('let one caller through, replay its response, and refuse another body', async () => {
    const key = newId();
    const begun = await Promise.all(
      [1, 2, 3].map(() => store.idempotencyKeys.begin(scope, key, 'hash', lease)),
    );
    expect(begun.map((one) => one.outcome).sort()).toEqual(['fresh', 'running', 'running']);
    expect(await store.idempotencyKeys.begin(scope, key, 'other', lease)).toEqual({ outcome: 'different' });
    const answer = { status: 202, body: { batchId: 'x', 'a.b': [null, { $c: 1 }] } };
    await store.idempotencyKeys.finish(scope, key, answer);
    expect(await store.idempotencyKeys.begin(scope, key, 'hash', lease)).toEqual({
      outcome: 'replay',
      answer,
    });
    expect(await store.idempotencyKeys.begin({ ...scope, userId: newId() }, key, 'other', lease)).toEqual({
      outcome: 'fresh',
    });
  });

  it('are free again when abandoned, when the lease expired, and when the key expired', async () => {
    const key = newId();
    await store.idempotencyKeys.begin(scope, key, 'hash', lease);
    await store.idempotencyKeys.abandon(scope, key);
    expect(await store.idempotencyKeys.begin(scope, key, 'hash', { leaseMs: 1_000 })).toEqual({
      outcome: 'fresh',
    });
    const after = { ...lease, now: ahead(2_000) };
    const taken = await Promise.all([1, 2].map(() => store.idempotencyKeys.begin(scope, key, 'hash', after)));
    expect(taken.map((one) => one.outcome).sort()).toEqual(['fresh', 'running']);
    await store.idempotencyKeys.finish(scope, key, { status: 200, body: 1 });
    const nextDay = { ...lease, now: ahead(25 * 3_600_000) };
    expect(await store.idempotencyKeys.begin(scope, key, 'other', nextDay)).toEqual({ outcome: 'fresh' });
  });
});

describe('the audit log', () => {
  it('lists entries newest first', async () => {
    const tenantId = newId();
    for (const action of ['students.import', 'certificates.revoke', 'members.invite']) {
      await store.auditLog.append(tenantId, {
        actorId: newId(),
        actorName: 'Ana',
        action,
        details: { 'a.b': 1 },
      });
    }
    const first = await store.auditLog.list(tenantId, { limit: 2 });
    expect(first.items.map((one) => one.action)).toEqual(['members.invite', 'certificates.revoke']);
    expect(first.items[0]!.details).toEqual({ 'a.b': 1 });
    const rest = await store.auditLog.list(tenantId, { limit: 2, cursor: first.nextCursor! });
    expect(rest.items.map((one) => one.action)).toEqual(['students.import']);
  });

  it('filters by actor, action, time and words, and names everybody once', async () => {
    const tenantId = newId();
    const [ana, bruno] = [newId(), newId()];
    const started = new Date();
    const append = (actorId: string, actorName: string, action: string, details = {}, target?: string) =>
      store.auditLog.append(tenantId, { actorId, actorName, action, details, target });
    await append(ana, 'Ana', 'a.b', { reason: 'a "quoted" word' });
    await append(bruno, 'Bruno', 'a.c', {}, 't1');
    await append(ana, 'Ana María', 'a.c', { name: 'Diploma' });
    await store.auditLog.acrossTenants.append([newId()], { actorId: ana, actorName: 'Ana', action: 'a.c' });
    const found = async (query: Parameters<typeof store.auditLog.list>[1]) =>
      (await store.auditLog.list(tenantId, query)).items.map((one) => one.actorName);
    expect(await found({ actorId: ana })).toEqual(['Ana María', 'Ana']);
    expect(await found({ actions: ['a.c'] })).toEqual(['Ana María', 'Bruno']);
    expect(await found({ from: started })).toHaveLength(3);
    expect(await found({ before: started })).toEqual([]);
    expect(await found({ search: 'DIPLOMA maría' })).toEqual(['Ana María']);
    expect(await found({ search: '"quoted"' })).toEqual(['Ana']);
    expect(await found({ search: 'nobody', targets: ['t1'] })).toEqual(['Bruno']);
    expect(await found({ search: 'nobody', targets: [] })).toEqual([]);
    expect(await store.auditLog.actors(tenantId)).toEqual([
      { id: ana, name: expect.stringMatching(/^Ana/) },
      { id: bruno, name: 'Bruno' },
    ]);
  });
});
