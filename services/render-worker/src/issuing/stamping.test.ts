import type { BatchItemRecord, StudentRecord, TenantRecord } from '@sello/store';
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { createHeavyMutex } from './heavy-mutex.ts';
import { type StampingDependencies, stampRows } from './stamping.ts';
import type { ReadyTemplate } from './templates.ts';

const students = new Map([['s', { _id: 's', custom: {} } as StudentRecord]]);
const item = {
  ...{ tenantId: 't', index: 0, studentId: 's', revisionId: 'r' },
  ...{ certId: 'c', issuedAt: new Date() },
} as BatchItemRecord;

it('postpones heavy rows at once while another chunk holds the mutex, and after a time slice otherwise', async () => {
  let compiling = 0;
  const templates = {
    factsOf: async () => ({
      isHeavy: true,
      images: [],
      hasSealPaint: false,
      ownColumns: [],
      rowValues: { own: () => ({}), course: () => '' },
    }),
    ready: () => {
      compiling++;
      return new Promise<ReadyTemplate>(() => undefined);
    },
  };
  const heavyMutex = createHeavyMutex();
  const dependencies = {
    ...{ tenant: {} as TenantRecord, identity: { kind: 'unproven' }, students },
    studentImages: { read: async () => undefined },
    artworkOf: () => ({}),
    ...{ templates, signing: undefined, publicUrl: 'https://sello.example', heavyMutex, limit: pLimit(1) },
  } as unknown as StampingDependencies;
  const slice = heavyMutex.tryAcquire();
  expect(await stampRows([item], dependencies)).toEqual([{ item, isPostponed: true }]);
  expect(compiling).toBe(0);
  slice?.release();
  // The holder of the mutex waits no longer than its time slice.
  expect(await stampRows([item, { ...item, index: 1 }], dependencies)).toMatchObject([
    { isPostponed: true },
    { isPostponed: true },
  ]);
  expect(compiling).toBe(1);
});
