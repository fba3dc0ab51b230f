import { isAppError } from '@sello/kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId, openStore, type Store } from '../src/index.ts';
import { buildCertificate, buildStudent } from './builders.ts';
import { type CutPoint, type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
let proxy: CuttingProxy;
let store: Store;
beforeAll(async () => {
  database = await testDatabase();
  proxy = await startCuttingProxy(database.url);
  store = await openStore({ url: proxy.url, ensureIndexes: false });
});
afterAll(async () => {
  await store.close();
  await proxy.close();
});

describe('a bulk of certificates whose connection is cut', () => {
  for (const at of ['before', 'during', 'after'] as CutPoint[]) {
    for (const times of [1, 2]) {
      it(`${at} the insert, ${times} times, is issued or refused as unavailable, never passed over`, async () => {
        const tenantId = newId();
        const rows = await Promise.all(
          Array.from({ length: 5 }, async () => {
            const { _id: studentId } = await store.students.create(tenantId, buildStudent());
            return buildCertificate({ studentId });
          }),
        );
        proxy.arm({ at, skip: 0, times });
        const first = await store.certificates.issue(tenantId, rows).catch((error: unknown) => error);
        proxy.disarm();
        if (first instanceof Error) {
          expect(isAppError(first, 'unavailable')).toBe(true);
          await store.certificates.issue(tenantId, rows);
        }
        const ids = rows.map((row) => row._id);
        expect(await store.certificates.getMany(tenantId, ids, { state: 'valid' })).toHaveLength(5);
        for (const { _id, studentId } of rows) {
          expect((await store.students.get(tenantId, studentId))?.certId).toBe(_id);
        }
      });
    }
  }
});
