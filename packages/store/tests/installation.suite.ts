import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/index.ts';
import { buildCertificate } from './builders.ts';
import { type TestDatabase, testDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

describe('the installation', () => {
  it('stores when its marker was first seen', async () => {
    const { installation } = database.store;
    const { markedAt: before } = await installation.create();
    expect(before).toBeUndefined();
    await installation.noteMarked();
    const first = (await installation.get())!.markedAt;
    expect(first).toBeInstanceOf(Date);
    await installation.noteMarked();
    expect((await installation.get())!.markedAt).toEqual(first);
  });

  it('returns the object keys of some issued certificates, and none of prepared ones', async () => {
    const { certificates, installation } = database.store;
    const tenantId = newId();
    const rows = [
      buildCertificate({ _id: `${'Z'.repeat(25)}1` }),
      buildCertificate({ _id: `${'Z'.repeat(25)}2` }),
    ];
    await certificates.issue(tenantId, rows);
    await database.raw
      .collection('certificates')
      .updateOne({ _id: rows[1]!._id as never }, { $set: { state: 'prepared' } });
    const { _id, prefix, pack } = rows[0]!;
    expect(await installation.someIssued(1)).toEqual([{ _id, prefix, pack }]);
    expect(
      await certificates.deletePrepared(
        tenantId,
        rows.map((row) => row._id),
      ),
    ).toBe(1);
    expect(await certificates.get(tenantId, _id)).not.toBeNull();
    expect(await certificates.get(tenantId, rows[1]!._id)).toBeNull();
  });
});
