import { expect } from 'vitest';
import {
  type CheckOptions,
  type Gap,
  type NewCertificate,
  newCertId,
  newId,
  type Run,
  type Store,
} from '../../src/index.ts';
import { buildBatch, buildCertificate, buildStudent, certificateOf } from '../builders.ts';
import { asDone, claimAll } from '../claiming.ts';
import { testDatabase } from '../database.ts';
import { later, postponeOthers, type WriteSites } from './site.ts';

const day = 24 * 60 * 60_000;

/** Raw collections without validation, to create gaps. */
async function stored(name: 'batches' | 'batchItems' | 'certificates' | 'students' | 'upkeepMarks') {
  return (await testDatabase()).raw.collection<{ _id: string }>(name);
}

/** Ids of certificates are random: these are the greatest, so that a scan that begins before them meets no others. */
const lastCertId = (): string => `7ZZZ${newCertId().slice(4)}`;
let scenes = 0;
/** Each sorts after the ids of all records so far: a scan that begins at the first of a case meets those of the case alone. */
const nextId = (): string => `ffff${(++scenes).toString(16).padStart(8, '0')}${newId().slice(12)}`;
const justBefore = (certId: string): string => certId.slice(0, -1);

/** Options of a repairing check whose clock is late enough that no issue is still running. */
const repairing = (now = later()): CheckOptions => ({ repair: true, onGap: () => undefined, now });

async function work(store: Store, tenantId: string, batchId: string): Promise<void> {
  await store.batches.nextChunks(tenantId, batchId, 1);
  const claim = await claimAll(store.batches, tenantId, batchId, later());
  await store.certificates.issue(
    tenantId,
    claim.items.map((item) => certificateOf(item)),
  );
  await store.batches.finish(tenantId, batchId, asDone(claim.items));
  await store.batches.count(tenantId, batchId);
}

/** An ended batch with a lost certificate. The tenant's id sorts before all of its records. */
async function loseCertificate(store: Store) {
  const tenantId = nextId();
  const { _id: studentId } = await store.students.create(tenantId, buildStudent(), nextId());
  const items = [{ studentId, fullName: 'Ana', templateId: newId(), revisionId: newId() }];
  const { _id: batchId } = await store.batches.create(tenantId, buildBatch({ _id: nextId(), items }));
  await work(store, tenantId, batchId);
  const [row] = (await store.batches.items(tenantId, batchId)).items;
  await (await stored('certificates')).deleteOne({ _id: row!.certId! });
  return { tenantId, batchId, studentId, certId: row!.certId! };
}

/**
 * Asserts that the row is queued again with its id in a reopened batch, and that the student names the certificate
 * after it is issued again.
 */
async function expectIssuedAgain(
  store: Store,
  scene: Awaited<ReturnType<typeof loseCertificate>>,
): Promise<void> {
  const { tenantId, batchId } = scene;
  expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'running' });
  await work(store, tenantId, batchId);
  expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'done', done: 1, failed: 0 });
  await expectCurrent(store, scene);
}

/** A student with a certificate whose id sorts after all others. */
async function issueOne(store: Store, overrides: Partial<NewCertificate> = {}) {
  const tenantId = nextId();
  const { _id: studentId } = await store.students.create(tenantId, buildStudent(), nextId());
  const certificate = buildCertificate({ _id: lastCertId(), studentId, ...overrides });
  await store.certificates.issue(tenantId, [certificate]);
  return { tenantId, studentId, certId: certificate._id };
}

/** Resets the certificate as after an interrupted issue: not valid, not stored in the student's record. */
async function interruptIssue({ certId, studentId }: { certId: string; studentId: string }): Promise<void> {
  await (await stored('certificates')).updateOne({ _id: certId }, { $set: { state: 'prepared' } });
  await (await stored('students')).updateOne(
    { _id: studentId },
    { $unset: { certId: '', certIssuedAt: '' } },
  );
}

async function expectCurrent(
  store: Store,
  { tenantId, studentId, certId }: { tenantId: string; studentId: string; certId: string },
): Promise<void> {
  expect(await store.certificates.get(tenantId, certId)).toMatchObject({ state: 'valid' });
  expect((await store.students.get(tenantId, studentId))!.certId).toBe(certId);
}

/** Sets the position of the next scan, and makes it due. */
async function setMark(_id: 'students' | 'certificates', cursor: string): Promise<void> {
  const mark = { $set: { cursor, dueAt: new Date(0) } };
  await (await stored('upkeepMarks')).updateOne({ _id }, mark, { upsert: true });
}

/** The gaps that a final check of the tenant's records still finds. */
async function gapsLeft(
  pass: (after: string, options: CheckOptions) => Promise<Run>,
  after: string,
): Promise<string[]> {
  const gaps: Gap[] = [];
  await pass(after, { repair: false, onGap: (gap) => void gaps.push(gap), now: later() });
  return gaps.map((gap) => gap.kind);
}

export const consistencySites: Record<string, WriteSites> = {
  consistency: {
    async 'acrossTenants.checkBatches'(store, cut) {
      const scene = await loseCertificate(store);
      await cut((it) => it.consistency.acrossTenants.checkBatches(scene.tenantId, repairing()));
      await expectIssuedAgain(store, scene);
      expect(await gapsLeft(store.consistency.acrossTenants.checkBatches, scene.tenantId)).toEqual([]);
    },
    async 'acrossTenants.checkBatches, with a row that is gone'(store, cut) {
      const tenantId = nextId();
      const { _id: studentId } = await store.students.create(tenantId, buildStudent(), nextId());
      const items = [{ studentId, fullName: 'Ana', templateId: newId(), revisionId: newId() }];
      const { _id: batchId } = await store.batches.create(tenantId, buildBatch({ _id: nextId(), items }));
      await work(store, tenantId, batchId);
      const [row] = (await store.batches.items(tenantId, batchId)).items;
      await (await stored('batchItems')).deleteMany({ batchId } as object);
      await cut((it) => it.consistency.acrossTenants.checkBatches(tenantId, repairing()));
      const { items: made } = await store.batches.items(tenantId, batchId);
      expect(made).toMatchObject([{ state: 'done', certId: row!.certId, studentId }]);
      expect(await gapsLeft(store.consistency.acrossTenants.checkBatches, tenantId)).toEqual([]);
    },
    async 'acrossTenants.checkEnded'(store, cut) {
      await postponeOthers();
      const scene = await loseCertificate(store);
      const look = (now: Date) => ({ ...repairing(now), atMost: 20 });
      await cut((it) => it.consistency.acrossTenants.checkEnded(look(later())));
      // A check that crashed is repeated by the next caller after an hour.
      await store.consistency.acrossTenants.checkEnded(look(later(day)));
      await expectIssuedAgain(store, scene);
    },
    async 'acrossTenants.checkRowsWithoutBatch'(store, cut) {
      const tenantId = nextId();
      const { _id: batchId } = await store.batches.create(tenantId, buildBatch({ _id: nextId() }));
      await (await stored('batches')).deleteOne({ _id: batchId });
      await cut((it) => it.consistency.acrossTenants.checkRowsWithoutBatch(tenantId, repairing()));
      expect((await store.batches.items(tenantId, batchId)).items).toEqual([]);
    },
    async 'acrossTenants.checkCertificates'(store, cut) {
      const scene = await issueOne(store);
      await interruptIssue(scene);
      const after = justBefore(scene.certId);
      await cut((it) => it.consistency.acrossTenants.checkCertificates(after, repairing()));
      // After a lost response the certificate may be valid and not in the student's record, which the next check
      // repairs.
      await store.consistency.acrossTenants.checkCertificates(after, repairing());
      await expectCurrent(store, scene);
    },
    async 'acrossTenants.checkCertificates, with one that another has superseded'(store, cut) {
      const older = await issueOne(store);
      const issuedAt = later();
      const newer = buildCertificate({ studentId: older.studentId, issuedAt });
      await store.certificates.issue(older.tenantId, [newer]);
      const { tenantId, certId } = older;
      await store.certificates.revoke(tenantId, newer._id, { userId: newId(), reason: 'x' });
      await (await stored('certificates')).updateOne(
        { _id: certId },
        { $set: { state: 'valid' }, $unset: { replacedBy: '', replacedAt: '' } },
      );
      await cut((it) =>
        it.consistency.acrossTenants.checkCertificates(justBefore(certId), repairing(later(day))),
      );
      const replaced = { state: 'replaced', replacedBy: newer._id };
      expect(await store.certificates.get(tenantId, certId)).toMatchObject(replaced);
    },
    async 'acrossTenants.checkCertificates, with one whose successor is nowhere'(store, cut) {
      const scene = await issueOne(store);
      const gone = await issueOne(store);
      for (const { certId, studentId } of [scene, gone]) {
        const replaced = { state: 'replaced', replacedBy: newCertId(), replacedAt: new Date() };
        await (await stored('certificates')).updateOne({ _id: certId }, { $set: replaced });
        await (await stored('students')).updateOne({ _id: studentId }, { $unset: { certId: '' } });
      }
      await store.trash.put(gone.tenantId, [gone.studentId], { userId: 'somebody', deletion: 'once' });
      const after = [scene, gone].map(({ certId }) => justBefore(certId)).sort()[0]!;
      await cut((it) => it.consistency.acrossTenants.checkCertificates(after, repairing()));
      // After a lost response the certificate may be valid and not in the student's record, which the next check
      // repairs.
      await store.consistency.acrossTenants.checkCertificates(after, repairing());
      await expectCurrent(store, scene);
      const forgotten = await store.certificates.get(gone.tenantId, gone.certId);
      expect([forgotten!.state, forgotten!.replacedBy]).toEqual(['replaced', undefined]);
    },
    async 'acrossTenants.checkCertificates, with one whose file was never due'(store, cut) {
      const { tenantId, certId } = await issueOne(store);
      await (await stored('certificates')).updateOne({ _id: certId }, { $unset: { fileDueAt: '' } });
      await cut((it) => it.consistency.acrossTenants.checkCertificates(justBefore(certId), repairing()));
      expect((await store.certificates.get(tenantId, certId))!.fileDueAt).toBeInstanceOf(Date);
    },
    async 'acrossTenants.checkStudents'(store, cut) {
      const scene = await loseCertificate(store);
      await cut((it) => it.consistency.acrossTenants.checkStudents(scene.tenantId, repairing()));
      expect(await store.students.get(scene.tenantId, scene.studentId)).not.toHaveProperty('certId');
      // The student no longer leads to the row that a cut check left; the check of rows finds it.
      await store.consistency.acrossTenants.checkBatches(scene.tenantId, repairing());
      await expectIssuedAgain(store, scene);
    },
    async 'acrossTenants.checkStudents, with one whose certification is wrong'(store, cut) {
      const { tenantId, studentId } = await issueOne(store);
      await (await stored('students')).updateOne({ _id: studentId }, { $set: { certification: 'revoked' } });
      await cut((it) => it.consistency.acrossTenants.checkStudents(tenantId, repairing()));
      expect((await store.students.get(tenantId, studentId))!.certification).not.toBe('revoked');
    },
    async 'acrossTenants.checkNext'(store, cut) {
      const unfinished = await issueOne(store);
      await interruptIssue(unfinished);
      const bare = await issueOne(store);
      await (await stored('certificates')).deleteOne({ _id: bare.certId });
      await setMark('students', unfinished.tenantId);
      await setMark('certificates', justBefore(unfinished.certId));
      const look = (now: Date) => ({ ...repairing(now), everyMs: 60_000 });
      await cut((it) => it.consistency.acrossTenants.checkNext(look(later())));
      // A check that crashed is repeated from where it began; scans that reached the end are postponed.
      await (await stored('upkeepMarks')).updateMany({ cursor: '' }, { $set: { dueAt: later(2 * day) } });
      await store.consistency.acrossTenants.checkNext(look(later(day)));
      await expectCurrent(store, unfinished);
      expect(await store.students.get(bare.tenantId, bare.studentId)).not.toHaveProperty('certId');
    },
    async 'acrossTenants.setFileState'(store, cut) {
      const { tenantId, certId } = await issueOne(store);
      await cut((it) => it.consistency.acrossTenants.setFileState(tenantId, [certId], 'lost'));
      expect(await store.certificates.get(tenantId, certId)).toMatchObject({ fileState: 'lost' });
      await cut((it) => it.consistency.acrossTenants.setFileState(tenantId, [certId], null));
      expect(await store.certificates.get(tenantId, certId)).not.toHaveProperty('fileState');
    },
    async 'acrossTenants.movePack'(store, cut) {
      const { tenantId, certId } = await issueOne(store);
      const certificate = (await store.certificates.get(tenantId, certId))!;
      await store.consistency.acrossTenants.setFileState(tenantId, [certId], 'missing');
      const pack = { key: `packs/again-${certId}`, offset: 10, length: 20 };
      expect(await cut((it) => it.consistency.acrossTenants.movePack(certificate, pack))).toBe(true);
      const moved = (await store.certificates.get(tenantId, certId))!;
      expect([moved.pack, moved.fileState]).toEqual([pack, undefined]);
    },
  },
};
