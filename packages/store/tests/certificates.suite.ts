import { beforeAll, describe, expect, it } from 'vitest';
import { issueSteps } from '../src/certificates/complete-issue.ts';
import { createCertificates } from '../src/certificates/repository.ts';
import { openTables, type Tables } from '../src/database/tables.ts';
import { type CertificateRecord, newCertId, newId, type Store } from '../src/index.ts';
import { buildCertificate, buildStudent } from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let store: Store;
let certificates: Store['certificates'];
let tables: Tables;
beforeAll(async () => {
  database = await testDatabase();
  ({ store } = database);
  ({ certificates } = store);
  tables = openTables(database.raw);
});

const moments = (count: number) =>
  Array.from({ length: count }, (_, index) => new Date(1_800_000_000_000 + index));
const overdue = () => ({ olderThanMs: 0, now: new Date(Date.now() + 60_000), limit: 1_000 });

async function studentOf(tenantId: string): Promise<string> {
  return (await store.students.create(tenantId, buildStudent()))._id;
}

/**
 * Asserts the invariants of a student's certificates: never two valid ones, and every replaced one names a newer one.
 */
async function certificatesOf(tenantId: string, studentId: string): Promise<CertificateRecord[]> {
  const rows = await tables.certificates.rows.find({ tenantId, studentId }).sort({ issuedAt: 1 }).toArray();
  expect(rows.filter((row) => row.state === 'valid').length).toBeLessThanOrEqual(1);
  for (const row of rows.filter((one) => one.state === 'replaced')) {
    const successor = rows.find((one) => one._id === row.replacedBy);
    expect(successor!.issuedAt.getTime()).toBeGreaterThanOrEqual(row.issuedAt.getTime());
  }
  return rows;
}

/** Asserts that a student has a certificate of each of these times, and the latest is the valid one. */
async function expectLatest(tenantId: string, studentId: string, times: readonly Date[]): Promise<void> {
  const rows = await certificatesOf(tenantId, studentId);
  const valid = rows.filter((row) => row.state === 'valid');
  expect(valid.map((row) => row.issuedAt)).toEqual([times.at(-1)]);
  expect(rows.filter((row) => row.state === 'replaced')).toHaveLength(times.length - 1);
  expect((await store.students.get(tenantId, studentId))!.certId).toBe(valid[0]!._id);
}

describe('issuing', () => {
  it('replaces the valid certificate of each student and updates the student', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const [early, late] = moments(2);
    const first = buildCertificate({ studentId, issuedAt: early! });
    const second = buildCertificate({ studentId, issuedAt: late! });
    expect(await certificates.issue(tenantId, [first])).toEqual([
      { certId: first._id, state: 'valid', hash: first.hash, isNew: true },
    ]);
    expect((await certificates.issue(tenantId, [second]))[0]).toMatchObject({ state: 'valid' });
    expect(await certificates.get(tenantId, first._id)).toMatchObject({
      state: 'replaced',
      replacedBy: second._id,
      hash: first.hash,
    });
    expect(await store.students.get(tenantId, studentId)).toMatchObject({
      certId: second._id,
      templateId: second.templateId,
    });
    expect((await certificates.history(tenantId, studentId)).map((row) => row._id)).toEqual([
      second._id,
      first._id,
    ]);
  });

  it('is idempotent: the existing row is kept, with its hash and its pack', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const row = buildCertificate({ studentId });
    await certificates.issue(tenantId, [row]);
    const again = { ...row, hash: 'f'.repeat(64), pack: { key: 'packs/other', offset: 0, length: 1 } };
    expect(await certificates.issue(tenantId, [again])).toEqual([
      { certId: row._id, state: 'valid', hash: row.hash, isNew: false },
    ]);
    const packs = [row.pack.key, 'packs/other'].map((key) => ({ tenantId, key }));
    expect(await certificates.acrossTenants.packsReferenced(packs)).toEqual(new Set([row.pack.key]));
  });

  it('keeps the latest one, in whatever order the calls arrive', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const [early, late] = moments(2);
    const newer = buildCertificate({ studentId, issuedAt: late! });
    const older = buildCertificate({ studentId, issuedAt: early! });
    await certificates.issue(tenantId, [newer]);
    expect((await certificates.issue(tenantId, [older]))[0]).toMatchObject({ state: 'replaced' });
    expect(await certificates.get(tenantId, older._id)).toMatchObject({ replacedBy: newer._id });
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(newer._id);
    await certificatesOf(tenantId, studentId);
  });

  it('a student that occurs twice in one chunk ends with one valid certificate, that of the later row', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const [early, late] = moments(2);
    const batchId = newId();
    const rows = [early, late].map((issuedAt, index) =>
      buildCertificate({ studentId, batchId, index, issuedAt: issuedAt! }),
    );
    const issued = await certificates.issue(tenantId, rows);
    expect(issued.map((row) => row.state)).toEqual(['replaced', 'valid']);
  });

  it('concurrently for the same students leaves each with exactly one', async () => {
    const tenantId = newId();
    const students = await Promise.all(Array.from({ length: 10 }, () => studentOf(tenantId)));
    const times = moments(8);
    await Promise.all(
      times.map((issuedAt) =>
        certificates.issue(
          tenantId,
          students.map((studentId) => buildCertificate({ studentId, issuedAt })),
        ),
      ),
    );
    for (const studentId of students) await expectLatest(tenantId, studentId, times);
  });

  describe('for students without a certificate', () => {
    it('inserts it as valid, also when its student was deleted meanwhile', async () => {
      const tenantId = newId();
      const studentId = await studentOf(tenantId);
      const rows = [buildCertificate({ studentId }), buildCertificate()];
      const uncertified = new Set(rows.map((row) => row.studentId));
      const issued = await certificates.issue(tenantId, rows, { uncertified });
      expect(issued).toMatchObject(rows.map(({ _id }) => ({ certId: _id, state: 'valid', isNew: true })));
      expect((await store.students.get(tenantId, studentId))!.certId).toBe(rows[0]!._id);
    });

    it.each([
      ['an older', 0, 1, 'valid'],
      ['a newer', 1, 0, 'replaced'],
    ])('who got %s one meanwhile, each has the newer one', async (_, other, mine, state) => {
      const tenantId = newId();
      const [studentId, alone] = [await studentOf(tenantId), await studentOf(tenantId)];
      const times = moments(2);
      const meanwhile = buildCertificate({ studentId, issuedAt: times[other]! });
      await certificates.issue(tenantId, [meanwhile]);
      const issuedAt = times[mine]!;
      const rows = [
        buildCertificate({ studentId, issuedAt }),
        buildCertificate({ studentId: alone, issuedAt }),
      ];
      const uncertified = new Set([studentId, alone]);
      const issued = await certificates.issue(tenantId, rows, { uncertified });
      expect(issued.map((row) => [row.state, row.isNew])).toEqual([
        [state, true],
        ['valid', true],
      ]);
      const newest = state === 'valid' ? rows[0]! : meanwhile;
      expect((await store.students.get(tenantId, studentId))!.certId).toBe(newest._id);
      expect((await store.students.get(tenantId, alone))!.certId).toBe(rows[1]!._id);
      await certificatesOf(tenantId, studentId);
    });

    it('who got a newer one meanwhile that was revoked, none is valid', async () => {
      const tenantId = newId();
      const studentId = await studentOf(tenantId);
      const [early, late] = moments(2);
      const revoked = buildCertificate({ studentId, issuedAt: late! });
      await certificates.issue(tenantId, [revoked]);
      await certificates.revoke(tenantId, revoked._id, { userId: newId(), reason: '' });
      const row = buildCertificate({ studentId, issuedAt: early! });
      const [issued] = await certificates.issue(tenantId, [row], { uncertified: new Set([studentId]) });
      expect(issued).toMatchObject({ state: 'replaced' });
      expect((await store.students.get(tenantId, studentId))!.certId).toBeUndefined();
    });

    it('and whose issue was interrupted, it is completed by the next run', async () => {
      const tenantId = newId();
      const studentId = await studentOf(tenantId);
      const row = buildCertificate({ studentId });
      const uncertified = new Set([studentId]);
      const steps = issueSteps(tables.certificates, tables.students);
      const updateStudents = () => Promise.reject(new Error('killed'));
      const dying = createCertificates(tables.certificates, tables.students, { ...steps, updateStudents });
      await expect(dying.issue(tenantId, [row], { uncertified })).rejects.toThrow('killed');
      expect(await certificates.settle(tenantId, [row._id])).toMatchObject([{ state: 'valid' }]);
      expect((await store.students.get(tenantId, studentId))!.certId).toBe(row._id);
      expect(await certificates.issue(tenantId, [row], { uncertified })).toMatchObject([{ isNew: false }]);
    });

    it('concurrent runs leave each with exactly one, the latest', async () => {
      const tenantId = newId();
      const students = await Promise.all(Array.from({ length: 10 }, () => studentOf(tenantId)));
      const times = moments(8);
      await Promise.all(
        times.map((issuedAt, run) => {
          const rows = students.map((studentId) => buildCertificate({ studentId, issuedAt }));
          // One run of four read the students after another had issued.
          const uncertified = new Set(run % 4 === 3 ? [] : students);
          return certificates.issue(tenantId, run % 2 === 0 ? rows : rows.reverse(), { uncertified });
        }),
      );
      for (const studentId of students) await expectLatest(tenantId, studentId, times);
    });
  });

  it.each(['hash', 'size', 'pages', 'pack', 'issuedAt'] as const)(
    'refuses a record without %s, and stores nothing of its chunk',
    async (field) => {
      const tenantId = newId();
      const rows = [buildCertificate(), { ...buildCertificate(), [field]: undefined }];
      await expect(certificates.issue(tenantId, rows as never)).rejects.toMatchObject({
        code: 'internal',
        cause: { name: 'TypeError', message: `certificates.${field}: is missing` },
      });
      const ids = rows.map((row) => row._id);
      expect(await certificates.getMany(tenantId, ids)).toEqual([]);
    },
  );

  it('writes nothing without validation', () => {
    const { rows } = tables.certificates;
    expect(Object.keys(rows).sort()).toEqual([
      ...['aggregate', 'countDocuments', 'distinct', 'find', 'findJoined', 'findOne'],
      'source',
    ]);
    for (const stage of [{ $out: 'students' }, { $merge: 'students' }]) {
      expect(() => rows.aggregate([stage])).toThrow(TypeError);
    }
  });

  it('gives no student a certificate that is not valid', async () => {
    const tenantId = newId();
    const [studentId, other] = [await studentOf(tenantId), await studentOf(tenantId)];
    const rows = [buildCertificate({ studentId }), buildCertificate({ studentId: other })];
    const steps = issueSteps(tables.certificates, tables.students);
    // The second one disappears after it was inserted, as in a database that lost an acknowledged write.
    const losing = createCertificates(tables.certificates, tables.students, {
      ...steps,
      async replace(...args) {
        await steps.replace(...args);
        await tables.certificates.deleteOne({ _id: rows[1]!._id });
      },
    });
    await expect(losing.issue(tenantId, rows)).rejects.toMatchObject({ code: 'unavailable' });
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(rows[0]!._id);
    expect((await store.students.get(tenantId, other))!.certId).toBeUndefined();
    await certificates.issue(tenantId, rows);
    expect((await store.students.get(tenantId, other))!.certId).toBe(rows[1]!._id);
  });

  it('succeeds for a student that was deleted meanwhile', async () => {
    const tenantId = newId();
    const row = buildCertificate();
    expect((await certificates.issue(tenantId, [row]))[0]).toMatchObject({ state: 'valid' });
    expect(await store.students.count(tenantId)).toBe(0);
  });
});

describe('a crash', () => {
  const steps = ['rivals', 'replace', 'makeValid', 'updateStudents'] as const;
  const crashes = steps.flatMap((step) => [
    [step, 'before'],
    [step, 'after'],
  ]) as [(typeof steps)[number], 'before' | 'after'][];

  for (const [step, when] of crashes) {
    it(`${when} ${step} is repaired by the next run, and the records are never wrong in between`, async () => {
      const tenantId = newId();
      const studentId = await studentOf(tenantId);
      const [early, late] = moments(2);
      const old = buildCertificate({ studentId, issuedAt: early! });
      await certificates.issue(tenantId, [old]);

      const whole = issueSteps(tables.certificates, tables.students);
      const call = whole[step] as (...args: unknown[]) => Promise<unknown>;
      const crashing = {
        ...whole,
        [step]: async (...args: unknown[]) => {
          if (when === 'after') await call(...args);
          throw new Error('killed');
        },
      };
      const dying = createCertificates(tables.certificates, tables.students, crashing);
      const row = buildCertificate({ studentId, issuedAt: late! });
      await expect(dying.issue(tenantId, [row])).rejects.toThrow('killed');

      const between = await certificatesOf(tenantId, studentId);
      const before = await certificates.acrossTenants.byHash(old.hash);
      expect(before).toMatchObject({ _id: old._id, hash: old.hash, printed: old.printed });
      if (before!.state === 'replaced') expect(before!.replacedBy).toBe(row._id);
      else expect(before!.state).toBe('valid');
      expect(between).toHaveLength(2);

      const isPrepared = between.some((one) => one.state === 'prepared');
      const finish = isPrepared
        ? certificates.acrossTenants.finishPrepared(overdue())
        : certificates.issue(tenantId, [row]);
      await finish;
      expect(await certificates.get(tenantId, row._id)).toMatchObject({ state: 'valid' });
      expect(await certificates.get(tenantId, old._id)).toMatchObject({
        state: 'replaced',
        replacedBy: row._id,
      });
      expect((await store.students.get(tenantId, studentId))!.certId).toBe(row._id);
      await certificatesOf(tenantId, studentId);
    });
  }

  it('leaves rows that settle completes', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const row = buildCertificate({ studentId });
    await tables.certificates.insert({ ...row, tenantId, state: 'prepared', createdAt: new Date() } as never);
    expect(await certificates.settle(tenantId, [row._id, newCertId()])).toEqual([
      { certId: row._id, state: 'valid', hash: row.hash, isNew: false },
    ]);
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(row._id);
  });
});

describe('revoking', () => {
  it('keeps the first reason, updates the student, and a late run does not undo it', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const row = buildCertificate({ studentId });
    await certificates.issue(tenantId, [row]);
    await certificates.revoke(tenantId, row._id, { userId: newId(), reason: 'Issued by mistake' });
    await certificates.revoke(tenantId, row._id, { userId: newId(), reason: 'Another' });
    expect(await certificates.get(tenantId, row._id)).toMatchObject({
      state: 'revoked',
      revokedReason: 'Issued by mistake',
    });
    expect((await store.students.get(tenantId, studentId))!.certId).toBeUndefined();
    expect(await certificates.validOf(tenantId, [studentId])).toEqual(new Map());
    const late = issueSteps(tables.certificates, tables.students);
    await late.updateStudents(tenantId, [{ ...row, state: 'valid' }]);
    expect((await store.students.get(tenantId, studentId))!.certId).toBeUndefined();
  });

  it('allows a new certificate', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const [early, late] = moments(2);
    const row = buildCertificate({ studentId, issuedAt: early! });
    await certificates.issue(tenantId, [row]);
    await certificates.revoke(tenantId, row._id, { userId: newId(), reason: '' });
    const next = buildCertificate({ studentId, issuedAt: late! });
    expect((await certificates.issue(tenantId, [next]))[0]).toMatchObject({ state: 'valid' });
    expect(await certificates.get(tenantId, row._id)).toMatchObject({ state: 'revoked' });
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(next._id);
  });

  it('of a replaced one leaves the student with the newer', async () => {
    const tenantId = newId();
    const studentId = await studentOf(tenantId);
    const [early, late] = moments(2);
    const old = buildCertificate({ studentId, issuedAt: early! });
    const current = buildCertificate({ studentId, issuedAt: late! });
    await certificates.issue(tenantId, [old]);
    await certificates.issue(tenantId, [current]);
    await certificates.revoke(tenantId, old._id, { userId: newId(), reason: 'x' });
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(current._id);
  });

  it('of a certificate that was never issued is an error', async () => {
    const by = { userId: newId(), reason: '' };
    await expect(certificates.revoke(newId(), newCertId(), by)).rejects.toMatchObject({
      code: 'issued_not_found',
    });
  });
});

describe('reading', () => {
  it('keeps the requested order, and the public look-ups cross tenants', async () => {
    const tenantId = newId();
    const rows = [buildCertificate(), buildCertificate(), buildCertificate()];
    await certificates.issue(tenantId, rows);
    const asked = [rows[2]!._id, newCertId(), rows[0]!._id];
    expect((await certificates.getMany(tenantId, asked)).map((row) => row._id)).toEqual([asked[0], asked[2]]);
    expect(await certificates.getMany(tenantId, asked, { state: 'revoked' })).toEqual([]);
    expect((await certificates.acrossTenants.byHash(rows[1]!.hash))!.tenantId).toBe(tenantId);
    expect((await certificates.acrossTenants.byCertId(rows[1]!._id))!.hash).toBe(rows[1]!.hash);
    const newer = buildCertificate({ studentId: rows[1]!.studentId, issuedAt: new Date(Date.now() + 1_000) });
    await certificates.issue(tenantId, [newer]);
    const before = await certificates.acrossTenants.replacedBy([{ ...newer, tenantId }]);
    expect(before.map((row) => row._id)).toEqual([rows[1]!._id]);
    expect(await certificates.acrossTenants.replacedBy([{ ...newer, tenantId: newId() }])).toEqual([]);
    rows.push(newer);
    const exported: string[] = [];
    for await (const row of certificates.each(tenantId)) exported.push(row._id);
    expect(exported.sort()).toEqual(rows.map((row) => row._id).sort());
  });
});
