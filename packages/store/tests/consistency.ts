import { limits } from '@sello/contracts';
import type { mongo } from 'mongoose';
import { beforeAll, beforeEach, expect } from 'vitest';
import {
  type BatchRecord,
  type CheckOptions,
  type Gap,
  type NewBatch,
  newId,
  type Run,
  type Store,
} from '../src/index.ts';
import { buildBatch, buildStudent, certificateOf } from './builders.ts';
import { asDone } from './claiming.ts';
import { databaseOfItsOwn, type TestDatabase } from './database.ts';

let database: TestDatabase;
export let store: Store;
/** Raw collections without validation, to break stored records. */
export let stored: {
  [Name in 'batches' | 'batchItems' | 'certificates' | 'students']: mongo.Collection<
    Record<string, unknown> & { _id: string }
  >;
};
/** A new tenant for each test. */
export let tenantId: string;

/** Each suite calls this once. */
export function prepareConsistency(): void {
  beforeAll(async () => {
    database = await databaseOfItsOwn();
    ({ store } = database);
    const named = (name: string) => database.raw.collection<{ _id: string }>(name) as never;
    stored = {
      batches: named('batches'),
      batchItems: named('batchItems'),
      certificates: named('certificates'),
      students: named('students'),
    };
  });
  beforeEach(async () => {
    // Each check reads all records: those of the tests before would be read again by each.
    for (const collection of Object.values(stored)) await collection.deleteMany({});
    tenantId = newId();
  });
}

export const soon = () => new Date(Date.now() + 10 * 60_000);

/** Checks all records, as `check-store` does, and returns what it finds of this tenant. */
export async function check(repair: boolean): Promise<Record<string, number>> {
  const { acrossTenants } = store.consistency;
  const gaps: Gap[] = [];
  const onGap = (gap: Gap) => void (gap.tenantId === tenantId && gaps.push(gap));
  const options: CheckOptions = { repair, onGap, now: soon() };
  for (const pass of [
    'checkRowsWithoutBatch',
    'checkBatches',
    'checkCertificates',
    'checkStudents',
  ] as const) {
    let after: string | null = '';
    while (after !== null) {
      const run: Run = await acrossTenants[pass](after, options);
      after = run.next;
    }
  }
  if (repair) expect(gaps.filter((gap) => !gap.repaired)).toEqual([]);
  return Object.fromEntries(
    [...Map.groupBy(gaps, (gap) => gap.kind)].map(([kind, some]) => [kind, some.length]),
  );
}

/**
 * Asserts that a check finds these gaps and changes nothing, that a repair finds them again, and that none are left.
 */
export async function repairs(expected: Record<string, number>): Promise<void> {
  expect(await check(false)).toEqual(expected);
  expect(await check(true)).toEqual(expected);
  expect(await check(true)).toEqual({});
}

/** Creates students and a batch that issues them certificates. */
export async function order(count: number, overrides: Partial<NewBatch> = {}): Promise<BatchRecord> {
  const ids = await Promise.all(
    Array.from({ length: count }, async () => (await store.students.create(tenantId, buildStudent()))._id),
  );
  return orderFor(ids, overrides);
}

export function orderFor(studentIds: string[], overrides: Partial<NewBatch> = {}): Promise<BatchRecord> {
  const items = studentIds.map((studentId) => ({
    studentId,
    fullName: 'Ana',
    templateId: newId(),
    revisionId: newId(),
  }));
  return store.batches.create(tenantId, buildBatch({ items, ...overrides }));
}

/** Claims the free rows of a batch below an index and issues their certificates; `finish` writes the rows. */
export async function startWork({ _id: batchId, kind }: BatchRecord, to: number) {
  await store.batches.nextChunks(tenantId, batchId, Math.ceil(to / limits.chunkItems));
  const options = { owner: 'w', leaseMs: 60_000 };
  const { items } = await store.batches.claim(tenantId, batchId, { from: 0, to }, options);
  if (kind === 'generate') {
    await store.certificates.issue(
      tenantId,
      items.map((item) => certificateOf(item)),
    );
  }
  return {
    items,
    async finish(): Promise<void> {
      await store.batches.finish(tenantId, batchId, asDone(items));
      await store.batches.count(tenantId, batchId);
    },
  };
}

/** Issues the free rows of a batch, as a worker does. */
export async function work(batch: BatchRecord): Promise<BatchRecord> {
  await (await startWork(batch, batch.total)).finish();
  return (await store.batches.get(tenantId, batch._id))!;
}

export const issued = async (count: number): Promise<BatchRecord> => work(await order(count));
export const rowsOf = async (batch: BatchRecord) => (await store.batches.items(tenantId, batch._id)).items;
export const studentOf = async (studentId: string | undefined) =>
  (await store.students.get(tenantId, studentId!))!;

/** Asserts that every done row of the batch has a valid certificate that its student's record names. */
export async function expectConsistent(batch: BatchRecord): Promise<void> {
  expect(await store.batches.get(tenantId, batch._id)).toMatchObject({
    state: 'done',
    done: batch.total,
    failed: 0,
  });
  for (const row of await rowsOf(batch)) {
    expect(await store.certificates.get(tenantId, row.certId!)).toMatchObject({
      state: 'valid',
      issuedAt: row.issuedAt,
    });
    expect((await studentOf(row.studentId)).certId).toBe(row.certId);
  }
}
