import type { BatchItemRecord, StudentRecord, TenantRecord } from '@sello/store';
import pLimit from 'p-limit';
import { expect, it } from 'vitest';
import { createHeavyLane } from './heavy-lane.ts';
import { type StampingDependencies, stampRows } from './stamping.ts';
import type { ReadyTemplate } from './templates.ts';

const students = new Map([['s', { _id: 's', custom: {} } as StudentRecord]]);
const item = {
  ...{ tenantId: 't', index: 0, studentId: 's', revisionId: 'r' },
  ...{ certId: 'c', issuedAt: new Date() },
} as BatchItemRecord;

it('holds no place for jobs while a heavy template is compiled for another chunk', async () => {
  let compiling = 0;
  const templates = {
    isHeavy: async () => true,
    ready: () => {
      compiling++;
      return new Promise<ReadyTemplate>(() => undefined);
    },
  };
  const lane = createHeavyLane();
  const dependencies = {
    ...{ tenant: {} as TenantRecord, identity: { kind: 'unproven' }, students },
    ...{ templates, signing: undefined, publicUrl: 'https://sello.example', lane, limit: pLimit(1) },
  } as unknown as StampingDependencies;
  const slice = lane.enter();
  expect(await stampRows([item], dependencies)).toEqual([{ item, isPostponed: true }]);
  expect(compiling).toBe(0);
  slice?.end();
  // Whoever has the lane waits no longer than its slice.
  expect(await stampRows([item, { ...item, index: 1 }], dependencies)).toMatchObject([
    { isPostponed: true },
    { isPostponed: true },
  ]);
  expect(compiling).toBe(1);
});
