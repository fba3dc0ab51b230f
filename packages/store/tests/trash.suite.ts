import { beforeAll, expect, it } from 'vitest';
import { newId, type Store } from '../src/index.ts';
import { buildCertificate, buildStudent } from './builders.ts';
import { testDatabase } from './database.ts';

let store: Store;
beforeAll(async () => {
  ({ store } = await testDatabase());
});

const printed = {
  holder: 'Lucía Fernández Ñaupari',
  idNumber: 'PE-4401',
  country: 'Peru',
  course: 'Diploma',
};
const by = () => ({ userId: newId(), deletion: newId() });

it('a deleted student is in the trash alone, and restored as the record was', async () => {
  const tenantId = newId();
  const student = await store.students.create(tenantId, buildStudent({ custom: { group: 'A' } }));
  const marks = by();
  expect(await store.trash.put(tenantId, [student._id, newId()], marks)).toBe(1);
  expect(await store.students.count(tenantId)).toBe(0);
  expect(await store.students.byIdNumbers(tenantId, [student.idNumber])).toEqual([]);
  expect((await store.trash.list(tenantId, { search: 'naupari' })).items).toMatchObject([
    { _id: student._id, deletedBy: marks.userId },
  ]);
  expect((await store.trash.list(tenantId, { search: 'somebody' })).total).toBe(0);
  expect(await store.trash.restore(tenantId, { ids: [student._id] })).toEqual({
    ids: [student._id],
    same: 0,
  });
  expect(await store.students.get(tenantId, student._id)).toEqual(student);
  expect((await store.trash.list(tenantId)).total).toBe(0);
});

it('those who were deleted together are restored together, and equal ID numbers are counted', async () => {
  const tenantId = newId();
  const ids: string[] = [];
  for (const idNumber of ['1', '2', '3']) {
    ids.push((await store.students.create(tenantId, buildStudent({ idNumber })))._id);
  }
  const marks = by();
  await store.trash.put(tenantId, ids.slice(0, 2), marks);
  await store.trash.put(tenantId, ids.slice(2), by());
  // An import that meets the number of a deleted student adds a new one.
  await store.students.create(tenantId, buildStudent({ idNumber: '2' }));
  const { ids: restored, same } = await store.trash.restore(tenantId, { deletion: marks.deletion });
  expect([restored.toSorted(), same]).toEqual([ids.slice(0, 2).toSorted(), 1]);
  expect((await store.trash.list(tenantId)).items.map(({ _id }) => _id)).toEqual(ids.slice(2));
});

it('a restored student has the certificate that is valid by then, and knows of one that was revoked meanwhile', async () => {
  const tenantId = newId();
  const [kept, revoked, late] = [newId(), newId(), newId()];
  const templateId = newId();
  for (const _id of [kept, revoked, late]) {
    await store.students.create(tenantId, buildStudent({ templateId }), _id);
  }
  const issue = (studentId: string) => {
    const certificate = buildCertificate({ studentId, templateId, printed });
    return store.certificates.issue(tenantId, [certificate]).then(() => certificate._id);
  };
  const [first, second] = [await issue(kept), await issue(revoked)];
  await store.trash.put(tenantId, [kept, revoked, late], by());
  const third = await issue(late);
  await store.certificates.revoke(tenantId, second, { userId: newId(), reason: '' });
  await store.trash.restore(tenantId, { ids: [kept, revoked, late] });
  const states = await store.students.getMany(tenantId, [kept, revoked, late]);
  expect(states.map(({ certId, certification }) => [certId, certification])).toEqual([
    [first, 'certified'],
    [undefined, 'revoked'],
    [third, 'certified'],
  ]);
});

it('is emptied of those whose time has passed, and of everything when it is asked for', async () => {
  const tenantId = newId();
  const ids = [newId(), newId(), newId()];
  for (const _id of ids) await store.students.create(tenantId, buildStudent(), _id);
  await store.trash.put(tenantId, ids.slice(0, 1), { ...by(), now: new Date(1_000) });
  await store.trash.put(tenantId, ids.slice(1), by());
  await store.trash.acrossTenants.removeOlder(new Date(2_000));
  expect((await store.trash.list(tenantId)).total).toBe(2);
  expect(await store.trash.deleteForever(tenantId, 'all')).toBe(2);
  expect((await store.trash.restore(tenantId, { ids })).ids).toEqual([]);
});

it('an erasure reaches a student in the trash', async () => {
  const tenantId = newId();
  const { _id } = await store.students.create(tenantId, buildStudent());
  await store.trash.put(tenantId, [_id], by());
  expect(await store.erasures.begin(tenantId, _id)).not.toBeNull();
  await store.erasures.eraseRecords(tenantId, _id);
  expect((await store.trash.list(tenantId)).total).toBe(0);
  expect((await store.erasures.get(tenantId, _id))?.names).toEqual([buildStudent().fullName]);
});
