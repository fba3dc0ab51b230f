import { defineEntity, field, optionalField, type RowOf, stored } from '@sello/contracts';
import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openTable, type Table } from '../src/database/table.ts';
import { newId, openDatabaseCopy } from '../src/index.ts';
import { testDatabase } from './database.ts';

const { anyText, number, text } = stored;

/** The first version has `name` with both names, the second `first` and `last`, the third also tags. */
const personEntity = defineEntity({
  collection: 'testPeople',
  version: 3,
  fields: {
    _id: field(text),
    tenantId: field(text),
    first: field(text),
    last: optionalField(anyText),
    tags: field(z.array(text)),
    visits: field(number),
  },
  migrations: {
    1({ name, ...rest }) {
      const [first, last] = String(name).split(' ');
      return { ...rest, first, ...(last !== undefined && { last }) };
    },
    2: (older) => ({ ...older, tags: [`of ${String(older.first)}`] }),
  },
});
type Person = RowOf<typeof personEntity>;

async function* serialized(document: object) {
  yield mongo.BSON.serialize(document);
}

let people: Table<Person>;
let documents: { insertMany(rows: object[]): Promise<unknown>; findOne(filter: object): Promise<unknown> };

beforeAll(async () => {
  const { raw } = await testDatabase();
  people = openTable<Person>(raw, personEntity);
  documents = raw.collection('testPeople') as never;
});

/** Writes a document of each version, and one without a version, which is the first. */
async function writeEarlierVersions() {
  const tenantId = newId();
  const [none, one, two] = [newId(), newId(), newId()];
  await documents.insertMany([
    { _id: none, tenantId, name: 'Ana Ruiz', visits: 1 },
    { _id: one, tenantId, name: 'Luis', visits: 2, v: 1 },
    { _id: two, tenantId, first: 'Zoë', last: 'Nunes', visits: 3, v: 2 },
  ]);
  await people.insert({ _id: newId(), tenantId, first: 'New', tags: [], visits: 4 });
  return { tenantId, none, one, two };
}

describe('documents of earlier versions', () => {
  it('are read in the current version', async () => {
    const { tenantId, none, one } = await writeEarlierVersions();
    const expected = [
      { first: 'Ana', last: 'Ruiz', tags: ['of Ana'], visits: 1 },
      { first: 'Luis', tags: ['of Luis'], visits: 2 },
      { first: 'Zoë', last: 'Nunes', tags: ['of Zoë'], visits: 3 },
      { first: 'New', tags: [], visits: 4 },
    ];
    const found = await people.rows.find({ tenantId }).sort({ visits: 1 }).limit(9).toArray();
    expect(found.map(({ _id, tenantId: _, ...rest }) => rest)).toEqual(expected);
    const each: string[] = [];
    for await (const { first } of people.rows.find({ tenantId }).sort({ visits: 1 })) each.push(first);
    expect(each).toEqual(['Ana', 'Luis', 'Zoë', 'New']);
    expect(await people.rows.findOne({ _id: none })).toEqual({ _id: none, tenantId, ...expected[0] });
    expect(await people.rows.findOne({ _id: one })).not.toHaveProperty('last');
  });

  it('are read with a projection too, although a migration needs excluded fields', async () => {
    const { tenantId, none } = await writeEarlierVersions();
    const parts = await people.rows
      .find({ tenantId }, { projection: { last: 1 } })
      .sort({ visits: 1 })
      .toArray();
    expect(parts.map(({ last }) => last)).toEqual(['Ruiz', undefined, 'Nunes', undefined]);
    expect(Object.keys(parts[3]!)).toEqual(['_id']);
    expect(await people.rows.findOne({ _id: none }, { projection: { tags: 0, tenantId: 0 } })).toEqual({
      ...{ _id: none, first: 'Ana', last: 'Ruiz', visits: 1 },
    });
    expect(await people.rows.findOne({ _id: none }, { projection: { _id: 1 } })).toEqual({ _id: none });
  });

  it('are migrated when they are updated, and keep the update', async () => {
    const { tenantId, none, one, two } = await writeEarlierVersions();
    const changed = await people.findOneAndUpdate(
      { _id: none, tenantId },
      { $set: { first: 'Eva' }, $push: { tags: 'changed' } },
      { returnDocument: 'after' },
    );
    expect(changed).toMatchObject({ first: 'Eva', last: 'Ruiz', tags: ['of Ana', 'changed'] });
    expect(await documents.findOne({ _id: none })).toEqual({
      ...{ _id: none, tenantId, first: 'Eva', last: 'Ruiz', tags: ['of Ana', 'changed'], visits: 1, v: 3 },
    });
    await people.updateOne({ _id: one, tenantId }, { $set: { last: 'Peña' } });
    expect(await people.rows.findOne({ _id: one })).toMatchObject({ first: 'Luis', last: 'Peña' });
    const statements = [{ filter: { _id: two, tenantId }, update: { $unset: { last: '' as const } } }];
    expect(await people.updateEach(statements)).toBe(1);
    expect(await people.rows.findOne({ _id: two })).not.toHaveProperty('last');
    await writeEarlierVersions();
    const own = await writeEarlierVersions();
    // Each row gets its own literal value: nothing is evaluated as an expression, and no other row changes.
    const values = new Map([
      [own.one, { first: '$last', visits: 7 }],
      [own.two, { first: '{ $literal: 1 }', visits: 7 }],
      [two, { first: 'of another tenant', visits: 7 }],
    ]);
    expect(await people.setEach({ tenantId: own.tenantId }, values)).toBe(2);
    expect(await people.rows.findOne({ _id: own.one })).toMatchObject({ first: '$last', visits: 7 });
    expect(await documents.findOne({ _id: own.two })).toMatchObject({ first: '{ $literal: 1 }', v: 3 });
    expect(await people.rows.findOne({ _id: two })).not.toMatchObject({ visits: 7 });
    await expect(people.setEach({ tenantId }, new Map([[one, { visits: 'x' as never }]]))).rejects.toThrow();
    await people.updateMany({ tenantId }, { $inc: { visits: 10 } });
    const sum = await people.rows.find({ tenantId }, { projection: { visits: 1 } }).toArray();
    expect(sum.map(({ visits }) => visits).sort()).toEqual([11, 12, 13, 14]);
  });

  it('are returned by an insert that finds them', async () => {
    const { tenantId, one } = await writeEarlierVersions();
    const again = await people.insertOnce({ _id: one, tenantId, first: 'X', tags: [], visits: 0 });
    expect(again).toEqual({ _id: one, tenantId, first: 'Luis', tags: ['of Luis'], visits: 2 });
  });
});

describe('a version', () => {
  it('is written with every new document and is not part of its row', async () => {
    const tenantId = newId();
    const row = { _id: newId(), tenantId, first: 'Ana', tags: [], visits: 0 };
    expect(await people.insert(row)).toEqual(row);
    await people.insertMissing([{ ...row, _id: `${row._id}x` }]);
    const upserted = await people.findOneAndUpdate(
      { _id: `${row._id}y`, tenantId },
      { $set: { first: 'Eva', tags: [], visits: 0 } },
      { upsert: true, returnDocument: 'after' },
    );
    expect(upserted).toEqual({ ...row, _id: `${row._id}y`, first: 'Eva' });
    for (const end of ['', 'x', 'y'])
      expect(await documents.findOne({ _id: `${row._id}${end}` })).toMatchObject({ v: 3 });
  });

  it('of a newer release is refused by name, also in a restore', async () => {
    const { url } = await testDatabase();
    const newer = { _id: newId(), tenantId: newId(), first: 'Ana', tags: [], visits: 0, v: 4 };
    await documents.insertMany([newer]);
    const refusal = { code: 'internal', cause: { message: expect.stringMatching(/version 4.*knows 3/) } };
    await expect(people.rows.findOne({ _id: newer._id })).rejects.toMatchObject(refusal);
    await expect(people.rows.find({ _id: newer._id }).toArray()).rejects.toMatchObject(refusal);
    const own = new URL(url);
    own.pathname = `/newer_${newId()}`;
    const copy = await openDatabaseCopy({ url: own.href });
    const student = { _id: newId(), tenantId: newId(), fullName: 'Ana', v: 2 };
    await expect(
      copy.write('students', serialized(student), { ids: new Set(), mail: new Set() }),
    ).rejects.toMatchObject({ code: 'internal', cause: { message: expect.stringMatching(/knows 1/) } });
    await copy.close();
  });
});
