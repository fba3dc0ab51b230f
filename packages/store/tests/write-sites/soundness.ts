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
import { later, putOffOthers, type WriteSites } from './site.ts';

const day = 24 * 60 * 60_000;

/** Gaps are set by hand, past the checks of writing. */
async function stored(name: 'batches' | 'certificates' | 'students' | 'upkeepMarks') {
  return (await testDatabase()).raw.collection<{ _id: string }>(name);
}

/** Ids of certificates are random: the greatest ones, so that a walk that begins before them meets no others. */
const lastCertId = (): string => `7ZZZ${newCertId().slice(4)}`;
const justBefore = (certId: string): string => certId.slice(0, -1);

/** One that finds what lies before it as the clock of `now` has it: nothing is on its way any more. */
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

/** A batch of two students that ended, and of which one certificate is lost. The tenant's id sorts before all of it. */
async function loseCertificate(store: Store) {
  const tenantId = newId();
  const studentIds: string[] = [];
  for (let n = 0; n < 2; n++) studentIds.push((await store.students.create(tenantId, buildStudent()))._id);
  const items = studentIds.map((studentId) => ({
    ...{ studentId, fullName: 'Ana', templateId: newId(), revisionId: newId() },
  }));
  const { _id: batchId } = await store.batches.create(tenantId, buildBatch({ items }));
  await work(store, tenantId, batchId);
  const certIds = (await store.batches.items(tenantId, batchId)).items.map((row) => row.certId!);
  await (await stored('certificates')).deleteOne({ _id: certIds[1]! });
  return { tenantId, batchId, studentIds, certIds };
}

/** The row is queued again under its id and the batch open; worked on, both students show what is there. */
async function expectIssuedAgain(
  store: Store,
  { tenantId, batchId, studentIds, certIds }: Awaited<ReturnType<typeof loseCertificate>>,
): Promise<void> {
  expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'running' });
  await work(store, tenantId, batchId);
  expect(await store.batches.get(tenantId, batchId)).toMatchObject({ state: 'done', done: 2, failed: 0 });
  for (const [place, studentId] of studentIds.entries()) {
    const certId = certIds[place]!;
    expect(await store.certificates.get(tenantId, certId)).toMatchObject({ state: 'valid' });
    expect((await store.students.get(tenantId, studentId))!.certId).toBe(certId);
  }
}

/** A student with a certificate beyond all others. */
async function issueOne(store: Store, overrides: Partial<NewCertificate> = {}) {
  const tenantId = newId();
  const { _id: studentId } = await store.students.create(tenantId, buildStudent());
  const certificate = buildCertificate({ _id: lastCertId(), studentId, ...overrides });
  await store.certificates.issue(tenantId, [certificate]);
  return { tenantId, studentId, certId: certificate._id };
}

/** The certificate has stopped on its way: not valid, not given. */
async function stopOnItsWay({ certId, studentId }: { certId: string; studentId: string }): Promise<void> {
  await (await stored('certificates')).updateOne({ _id: certId }, { $set: { state: 'prepared' } });
  await (await stored('students')).updateOne(
    { _id: studentId },
    { $unset: { certId: '', certIssuedAt: '' } },
  );
}

async function expectCurrent(
  store: Store,
  { tenantId, studentId, certId }: Awaited<ReturnType<typeof issueOne>>,
): Promise<void> {
  expect(await store.certificates.get(tenantId, certId)).toMatchObject({ state: 'valid' });
  expect((await store.students.get(tenantId, studentId))!.certId).toBe(certId);
}

/** The next round begins there, and is due. */
async function setMark(_id: 'students' | 'certificates', cursor: string): Promise<void> {
  const mark = { $set: { cursor, dueAt: new Date(0) } };
  await (await stored('upkeepMarks')).updateOne({ _id }, mark, { upsert: true });
}

/** What a last look over everything of the tenant still finds. */
async function gapsLeft(
  pass: (after: string, options: CheckOptions) => Promise<Run>,
  after: string,
): Promise<string[]> {
  const gaps: Gap[] = [];
  await pass(after, { repair: false, onGap: (gap) => void gaps.push(gap), now: later() });
  return gaps.map((gap) => gap.kind);
}

export const soundnessSites: Record<string, WriteSites> = {
  soundness: {
    async 'acrossTenants.checkBatches'(store, cut) {
      const scene = await loseCertificate(store);
      await cut((it) => it.soundness.acrossTenants.checkBatches(scene.tenantId, repairing()));
      await expectIssuedAgain(store, scene);
      expect(await gapsLeft(store.soundness.acrossTenants.checkBatches, scene.tenantId)).toEqual([]);
    },
    async 'acrossTenants.checkEnded'(store, cut) {
      await putOffOthers();
      const scene = await loseCertificate(store);
      const look = (now: Date) => ({ ...repairing(now), atMost: 20 });
      await cut((it) => it.soundness.acrossTenants.checkEnded(look(later())));
      // A look that died is repeated by whoever comes after its hour.
      await store.soundness.acrossTenants.checkEnded(look(later(day)));
      await expectIssuedAgain(store, scene);
    },
    async 'acrossTenants.checkRowsWithoutBatch'(store, cut) {
      const tenantId = newId();
      const { _id: batchId } = await store.batches.create(tenantId, buildBatch());
      await (await stored('batches')).deleteOne({ _id: batchId });
      await cut((it) => it.soundness.acrossTenants.checkRowsWithoutBatch(tenantId, repairing()));
      expect((await store.batches.items(tenantId, batchId)).items).toEqual([]);
    },
    async 'acrossTenants.checkCertificates'(store, cut) {
      const scene = await issueOne(store);
      await stopOnItsWay(scene);
      const after = justBefore(scene.certId);
      await cut((it) => it.soundness.acrossTenants.checkCertificates(after, repairing()));
      // A lost answer leaves it valid and not given, which the next look finds.
      await store.soundness.acrossTenants.checkCertificates(after, repairing());
      await expectCurrent(store, scene);
    },
    async 'acrossTenants.checkStudents'(store, cut) {
      const scene = await loseCertificate(store);
      await cut((it) => it.soundness.acrossTenants.checkStudents(scene.tenantId, repairing()));
      const bare = await store.students.get(scene.tenantId, scene.studentIds[1]!);
      expect(bare).not.toHaveProperty('certId');
      // The student no longer leads to a row that a cut look had left; the look at rows finds it.
      await store.soundness.acrossTenants.checkBatches(scene.tenantId, repairing());
      await expectIssuedAgain(store, scene);
    },
    async 'acrossTenants.checkNext'(store, cut) {
      const scene = await loseCertificate(store);
      const unfinished = await issueOne(store);
      await stopOnItsWay(unfinished);
      await setMark('students', scene.tenantId);
      await setMark('certificates', justBefore(unfinished.certId));
      const look = (now: Date) => ({ ...repairing(now), everyMs: 60_000 });
      await cut((it) => it.soundness.acrossTenants.checkNext(look(later())));
      // A look that died is repeated from where it had begun.
      await store.soundness.acrossTenants.checkNext(look(later(day)));
      await expectCurrent(store, unfinished);
      await store.soundness.acrossTenants.checkBatches(scene.tenantId, repairing());
      await expectIssuedAgain(store, scene);
    },
    async 'acrossTenants.setFileState'(store, cut) {
      const { tenantId, certId } = await issueOne(store);
      await cut((it) => it.soundness.acrossTenants.setFileState(tenantId, [certId], 'lost'));
      expect(await store.certificates.get(tenantId, certId)).toMatchObject({ fileState: 'lost' });
      await cut((it) => it.soundness.acrossTenants.setFileState(tenantId, [certId], null));
      expect(await store.certificates.get(tenantId, certId)).not.toHaveProperty('fileState');
    },
    async 'acrossTenants.movePack'(store, cut) {
      const { tenantId, certId } = await issueOne(store);
      const certificate = (await store.certificates.get(tenantId, certId))!;
      await store.soundness.acrossTenants.setFileState(tenantId, [certId], 'missing');
      const pack = { key: `packs/again-${certId}`, offset: 10, length: 20 };
      expect(await cut((it) => it.soundness.acrossTenants.movePack(certificate, pack))).toBe(true);
      const moved = (await store.certificates.get(tenantId, certId))!;
      expect([moved.pack, moved.fileState]).toEqual([pack, undefined]);
    },
  },
};
