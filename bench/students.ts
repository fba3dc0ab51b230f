import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certifiedStates, type Student, studentEntity } from '@sello/contracts';
import { newId, openStore, type Store } from '@sello/store';
import { mongo } from 'mongoose';
import { SupervisedGateway } from '../packages/mongo-gateway/tests/proof/supervised.ts';
import type { Row } from '../scripts/bench.ts';
import { importStudents } from '../services/bff/src/api/students/import.ts';
import { list } from '../services/bff/src/api/students/list.ts';
import { WholeList } from '../services/bff/src/http/whole-list.ts';
import { median } from './measure/median.ts';
import { importFile } from './students/file-import.ts';
import { type Cells, cellsOf } from './students/people.ts';
import { preflightRows, printable } from './students/preflight.ts';
import { screenRows } from './students/screen.ts';
import { selectionRows } from './students/selection.ts';

const count = 50_000;
const rounds = 20;
const importRounds = 3;
const preflightCount = 10_000;
const BESIDE = 'the same straight through the driver';

interface School {
  store: Store;
  students: mongo.Collection<{ _id: string } & mongo.Document>;
  tenantId: string;
}

/**
 * 50,000 students of one organization and 6,000 of others, on the embedded database in a separate process: lists as the
 * service returns them, from the query of the call to the shape of the response. Each is compared with the driver's query
 * for the same rows by the same index, run alternately.
 */
export async function bench(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-bench-students-'));
  const database = new SupervisedGateway(join(folder, 'data'));
  await database.start();
  const url = `${database.url}sello`;
  const store = await openStore({ url, appName: 'bench' });
  const client = await mongo.MongoClient.connect(url);
  try {
    const tenant = await store.tenants.create({
      name: 'Bench',
      publicName: 'Bench',
      owner: { userId: newId(), email: 'owner@example.org', name: 'Owner' },
    });
    const students = client.db().collection<{ _id: string } & mongo.Document>('students');
    const school: School = { store, students, tenantId: tenant._id };
    const rows = await importRows(school, client);
    for (const round of [1, 2, 3]) {
      const other = cellsOf(2_000, round);
      await importInto(store, newId(), other);
    }
    rows.push(...(await listRows(school)), await wholeRow(school));
    rows.push(...(await selectionRows(store, tenant._id, count)));
    const checked = await store.tenants.create({
      name: 'Checked',
      publicName: 'Checked',
      owner: { userId: newId(), email: 'owner@example.org', name: 'Owner' },
    });
    await importInto(store, checked._id, printable(cellsOf(preflightCount, 9)));
    rows.push(...(await preflightRows(store, checked)));
    rows.push(...(await screenRows(count)));
    return rows;
  } finally {
    await client.close();
    await store.close();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The part of the handler context that the measured calls use. */
function contextOf(store: Store) {
  const audit = { note: async () => {} };
  const lock = { hold: (_name: string, _options: object, run: () => Promise<unknown>) => run() };
  const links = { certificate: (id: string) => `https://certificates.example.org/c/${id}` };
  return { store, audit, lock, links } as never;
}

async function importInto(store: Store, tenantId: string, students: Cells[]): Promise<void> {
  const body = { students, existing: 'update' as const, dryRun: false, firstRow: 0 };
  const reply = await importStudents(
    { tenantId, body, person: { userId: '' }, operationId: newId() } as never,
    contextOf(store),
  );
  if (reply.added !== students.length) throw new Error(`${reply.added} of ${students.length} were added`);
}

/** An import by the call and by a file with its preview, compared with `insertMany` of the resulting documents. */
async function importRows({ store, students, tenantId }: School, client: mongo.MongoClient): Promise<Row[]> {
  const plain = client.db().collection<{ _id: string } & mongo.Document>('plain');
  await plain.createIndexes(
    studentEntity.indexes.map(({ keys }) => ({
      key: Object.fromEntries(keys.map((key) => [key, 1 as const])),
    })),
  );
  const byFile: number[] = [];
  const byCall: number[] = [];
  const driver: number[] = [];
  for (let round = 0; round < importRounds; round++) {
    const cells = cellsOf(count, round);
    await students.deleteMany({ tenantId });
    byFile.push(await importFile(store, tenantId, cells));
    await students.deleteMany({ tenantId });
    await plain.deleteMany({});
    byCall.push(await secondsOf(() => importInto(store, tenantId, cells)));
    const documents = await students.find({ tenantId }).toArray();
    driver.push(await secondsOf(() => plain.insertMany(documents, { ordered: false })));
  }
  await plain.drop();
  const named = count.toLocaleString('en');
  return [
    { name: `import of ${named} students`, seconds: median(byCall) },
    { name: `import of a CSV of ${named} rows with its preview`, seconds: median(byFile) },
  ].map(({ name, seconds }) => ({
    ...{ name, value: count / seconds, unit: 'students/s' },
    beside: { 'insertMany of the same, into the same indexes': median(driver) / seconds },
  }));
}

async function listRows({ store, students, tenantId }: School): Promise<Row[]> {
  const context = contextOf(store);
  const ask = async (query: object): Promise<{ items: Student[]; nextCursor: string | null }> => {
    const answer = await list({ tenantId, query } as never, context);
    if (answer instanceof WholeList) throw new Error('a page was asked for');
    return answer as never;
  };
  const page = { sort: 'fullName', limit: 50 };
  const byName = { hint: { tenantId: 1, nameKey: 1, _id: 1 } } as const;
  const byEnd = { hint: { tenantId: 1, endDate: 1, _id: 1 } } as const;
  const bySearch = { hint: { tenantId: 1, searchKey: 1, certification: 1 } } as const;
  const byState = {
    hint: { tenantId: 1, certification: 1, templateId: 1, country: 1, endDate: 1, searchKey: 1 },
  } as const;
  const certified = { certification: { $in: [...certifiedStates] } };
  const order = { nameKey: 1, _id: 1 } as const;
  const first = await ask(page);
  const second = { ...page, cursor: first.nextCursor! };
  const [last] = (await students.find({ _id: first.items.at(-1)!._id }).toArray()) as mongo.Document[];
  const sameName = { tenantId, nameKey: last!.nameKey, _id: { $gt: last!._id } };
  const further = { tenantId, nameKey: { $gt: last!.nameKey } };
  const words = ['nunez', 'alumna 77', 'joao', 'quispe ana', 'zzzz'];
  const matching = (search: string) => ({
    tenantId,
    $and: search.split(' ').map((word) => ({ searchKey: { $regex: word } })),
  });
  let asked = 0;
  return [
    await compared(
      'page of 50 by name, asked again',
      () => ask(page),
      () => students.find({ tenantId }, byName).sort(order).limit(51).toArray(),
    ),
    await compared(
      'the page after it',
      () => ask(second),
      () =>
        Promise.all(
          [sameName, further].map((range) => students.find(range, byName).sort(order).limit(51).toArray()),
        ),
    ),
    await compared(
      'page of 50 by the end of the course',
      () => ask({ sort: '-endDate', limit: 50 }),
      () => students.find({ tenantId }, byEnd).sort({ endDate: -1, _id: -1 }).limit(51).toArray(),
    ),
    await compared(
      'page of 50 by name after a write, with its counts',
      async () => {
        await store.students.saveMany(tenantId, {
          add: [],
          update: [{ studentId: newId(), fields: nobody }],
        });
        return ask(page);
      },
      () =>
        Promise.all([
          students.find({ tenantId }, byName).sort(order).limit(51).toArray(),
          students.countDocuments({ tenantId }, { hint: { tenantId: 1, _id: 1 } }),
          students.countDocuments({ tenantId, ...certified }, byState),
        ]),
    ),
    // Each round searches for another text, so that no count is cached.
    await compared(
      'search, never asked before',
      () => ask({ ...page, search: `${words[asked % words.length]} ${asked++ % 10}` }),
      () => {
        const search = matching(`${words[(asked - 1) % words.length]} ${(asked - 1) % 10}`);
        return Promise.all([
          students.find(search, bySearch).sort(order).limit(51).toArray(),
          students.countDocuments(search, bySearch),
          students.countDocuments({ ...search, ...certified }, bySearch),
        ]);
      },
    ),
  ];
}

const nobody = {
  fullName: 'x',
  idNumber: '',
  country: 'Peru',
  showScoreLetter: true,
  showScoreNumeric: true,
  custom: {},
};

/** A list without a limit, page by page as it is sent, compared with the driver's cursor over all students. */
async function wholeRow({ store, students, tenantId }: School): Promise<Row> {
  const context = contextOf(store);
  return compared(
    `list of all ${count.toLocaleString('en')} without a limit`,
    async () => {
      const answer = await list({ tenantId, query: {} } as never, context);
      if (!(answer instanceof WholeList)) throw new Error('the whole list was asked for');
      let sent = 0;
      for await (const items of answer.pages) sent += items.length;
      if (sent !== count) throw new Error(`${sent} students were sent`);
    },
    async () => {
      const byId = { hint: { tenantId: 1, _id: 1 } } as const;
      for await (const _ of students.find({ tenantId }, byId).sort({ _id: -1 }));
    },
    3,
  );
}

async function compared(
  name: string,
  ours: () => Promise<unknown>,
  straight: () => Promise<unknown>,
  times = rounds,
): Promise<Row> {
  const own: number[] = [];
  const driver: number[] = [];
  await ours();
  await straight();
  for (let round = 0; round < times; round++) {
    own.push(await secondsOf(ours));
    driver.push(await secondsOf(straight));
  }
  const value = median(own) * 1_000;
  return { name, value, unit: 'ms', beside: { [BESIDE]: value / (median(driver) * 1_000) } };
}

async function secondsOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1_000;
}
