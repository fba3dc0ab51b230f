// Lists of students compared with a reference implementation, for every sort and many searches.
import { sortsOf, studentEntity } from '@sello/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { foldKey, newId, type Store, type StudentQuery, type StudentRecord } from '../src/index.ts';
import { buildCertificate, buildStudent } from './builders.ts';
import { testDatabase } from './database.ts';

const given = [
  'Lucía',
  'José Ángel',
  '李小明',
  'محمد العربي',
  'Zoë',
  'Þóra',
  'İpek',
  'Straße',
  'João',
  '𝒜na',
];
const family = ['Núñez', 'dos Santos', 'Ñaupari', "O'Neill", 'Müller (Mia)', '王', 'Ćwiękała'];
const countries = ['Peru', 'Brazil', 'Chile'];

let store: Store;
let tenantId: string;
let everybody: StudentRecord[];

beforeAll(async () => {
  ({ store } = await testDatabase());
  tenantId = newId();
  const add = Array.from({ length: 420 }, (_, at) =>
    buildStudent({
      fullName: `${given[at % given.length]} ${family[at % family.length]}${at % 3 === 0 ? ` ${at}` : ''}`,
      idNumber: at % 5 === 0 ? '' : `PE-${(at * 7_919) % 1_000}`,
      country: countries[at % countries.length]!,
      ...(at % 4 > 0 && { email: `alumna.${at}@escola${at % 2}.test` }),
      ...(at % 3 > 0 && { startDate: `2026-0${(at % 3) + 1}-01` }),
      ...(at % 7 > 3 && { endDate: `2026-1${at % 2}-30` }),
    }),
  );
  await store.students.saveMany(tenantId, { add, update: [] });
  await store.students.saveMany(newId(), { add: add.slice(0, 50), update: [] });
  const { items } = await store.students.list(tenantId);
  for (const some of [items.slice(0, 60), items.slice(200, 230)]) {
    const issuedAt = new Date(Date.now() + some.length);
    const certificates = some.map(({ _id }) => buildCertificate({ studentId: _id, issuedAt }));
    await store.certificates.issue(tenantId, certificates);
    await store.certificates.revoke(tenantId, certificates[0]!._id, { userId: newId(), reason: '' });
  }
  everybody = (await store.students.list(tenantId)).items;
});

type Key = keyof StudentRecord;
const folded: Record<string, Key> = { nameKey: 'fullName', idKey: 'idNumber' };

/** Absent values first; the same values by id; text by its code points. */
function sorted(students: readonly StudentRecord[], sort: string | undefined): StudentRecord[] {
  const name = sort?.replace('-', '') ?? '';
  const by = sortsOf(studentEntity)[name];
  const isDown = by === undefined || sort!.startsWith('-');
  const keyOf = (one: StudentRecord): string | number => {
    const value = by === undefined ? one._id : one[folded[by] ?? (by as Key)];
    if (value instanceof Date) return value.getTime();
    return by !== undefined && by in folded ? foldKey(String(value)) : ((value as string | undefined) ?? '');
  };
  const compare = (one: StudentRecord, other: StudentRecord): number => {
    const [left, right] = [keyOf(one), keyOf(other)];
    if (left === right) return one._id < other._id ? -1 : 1;
    if (left === '' || right === '') return left === '' ? -1 : 1;
    if (typeof left === 'number' || typeof right === 'number') return Number(left) - Number(right);
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  };
  const ascending = students.toSorted(compare);
  return isDown ? ascending.reverse() : ascending;
}

function matching(students: readonly StudentRecord[], query: StudentQuery) {
  const { search = '', certified, certification, templateId, country, endFrom, endTo } = query;
  const words = foldKey(search).split(' ');
  return students.filter((one) => {
    if (certification !== undefined && one.certification !== certification) return false;
    if (templateId !== undefined && (one.templateId ?? 'none') !== templateId) return false;
    if (country !== undefined && one.country !== country) return false;
    if (endFrom !== undefined && !(one.endDate !== undefined && one.endDate >= endFrom)) return false;
    if (endTo !== undefined && !(one.endDate !== undefined && one.endDate <= endTo)) return false;
    const key = [one.fullName, one.idNumber, one.email ?? ''].map(foldKey).join('\n');
    const isCertified = one.certId !== undefined;
    return words.every((word) => key.includes(word)) && (certified ?? isCertified) === isCertified;
  });
}

async function allPages(query: StudentQuery, between = async (_page: number): Promise<void> => {}) {
  const items: StudentRecord[] = [];
  const totals = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; ; page++) {
    const found = await store.students.list(tenantId, { ...query, limit: 100, cursor });
    items.push(...found.items);
    totals.add(`${found.total} ${found.certified}`);
    if (found.nextCursor === null) return { items, totals: [...totals] };
    cursor = found.nextCursor;
    await between(page);
  }
}

const idsOf = (students: readonly StudentRecord[]) => students.map(({ _id }) => _id);
const sorts = Object.keys(sortsOf(studentEntity)).flatMap((name) => [name, `-${name}`]);

it('counts the students of each template', async () => {
  const expected = new Map<string, number>();
  for (const { templateId } of everybody)
    if (templateId !== undefined) expected.set(templateId, (expected.get(templateId) ?? 0) + 1);
  expect(expected.size).toBeGreaterThan(1);
  expect(await store.students.countByTemplate(tenantId)).toEqual(expected);
  expect(await store.students.countByTemplate(newId())).toEqual(new Map());
});

describe('a list of students', () => {
  it('has certified students and students whose certificate was revoked', () => {
    expect(everybody).toHaveLength(420);
    expect(matching(everybody, { certified: true })).toHaveLength(88);
    expect(everybody.filter((one) => one.certIssuedAt && one.certId === undefined)).toHaveLength(2);
  });

  it.each([undefined, 'nonsense', ...sorts])('sorted by %s has the expected pages', async (sort) => {
    for (const query of [{}, { search: 'PE-1' }, { certified: true }]) {
      const found = matching(everybody, query);
      const certified = matching(found, { certified: true }).length;
      const counted = 'certified' in query ? 88 : certified;
      const pages = await allPages({ ...query, sort });
      expect(idsOf(pages.items)).toEqual(idsOf(sorted(found, sort)));
      expect(pages.totals).toEqual([`${found.length} ${counted}`]);
    }
  });

  it('is narrowed by every combination of filters, counted, and read by pages in order or by number', async () => {
    const templateId = everybody.find((one) => one.templateId !== undefined)!.templateId!;
    const filters = [
      [
        {},
        { certification: 'certified' },
        { certification: 'revoked' },
        { certification: 'none', certified: true },
      ],
      [{}, { templateId }, { templateId: 'none' }],
      [{}, { country: 'Peru' }],
      [
        {},
        { endFrom: '2026-10-30', endTo: '2026-10-30' },
        { endFrom: '2026-11-01' },
        { endTo: '2026-10-31' },
      ],
      [{}, { search: 'nunez' }],
    ] as const;
    let combined: StudentQuery[] = [{}];
    for (const some of filters)
      combined = combined.flatMap((query) => some.map((more) => ({ ...query, ...more })));
    for (const query of combined) {
      const found = matching(everybody, query);
      const page = { sort: 'fullName', limit: 20, page: 2 };
      const answer = await store.students.list(tenantId, { ...query, ...page });
      expect(idsOf(answer.items)).toEqual(idsOf(sorted(found, 'fullName').slice(20, 40)));
      const certified = matching(found, { certified: true }).length;
      expect([query, answer.total, answer.certified, answer.all]).toEqual([
        query,
        found.length,
        certified,
        420,
      ]);
      const counted = await store.students.countChosen(tenantId, query);
      expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(found.length);
    }
    expect(combined).toHaveLength(192);
  });

  it.each([
    ...[
      'nunez',
      'NÚÑEZ',
      'lucía nún',
      'nez luc',
      '李',
      '小明',
      '王 李',
      'محمد',
      'العرب',
      'straße',
      'strasse',
    ],
    ...['pora', 'þóra', 'ipek', "o'neill", '(mia)', '𝒜na', 'ana', 'cwiek', 'PE-71', 'alumna.1', '@escola0'],
    ...['.*', '[a-z]', '$', '\\', 'zzz', 'a', 'e 1', ' ', 'dos  santos', 'alumna.11@escola1.test'],
  ])('searched for %j returns the students with each word in name, id number or e-mail', async (search) => {
    for (const certified of [undefined, false]) {
      const found = matching(everybody, { search, certified });
      const answer = await store.students.list(tenantId, { search, certified, sort: 'fullName', limit: 60 });
      expect(idsOf(answer.items)).toEqual(idsOf(sorted(found, 'fullName').slice(0, 60)));
      expect(answer.total).toBe(found.length);
      expect(answer.certified).toBe(certified === false ? 0 : matching(found, { certified: true }).length);
    }
  });

  it.each([
    {},
    { sort: 'fullName' },
    { sort: '-certified', certified: true },
    { sort: 'startDate', search: 'ana' },
  ])('in its brief form (%j) has the same students with the brief fields', async (query) => {
    const { items, totals } = await allPages(query);
    const found: object[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.students.listBrief(tenantId, { ...query, limit: 100, cursor });
      found.push(...page.items);
      expect([`${page.total} ${page.certified}`]).toEqual(totals);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const brief = ({ _id, fullName, email, templateId, certId }: StudentRecord) =>
      JSON.parse(JSON.stringify({ _id, fullName, email, templateId, certId })) as object;
    expect(found).toEqual(items.map(brief));
    expect(found.length).toBeGreaterThan(0);
  });

  it.each(sorts)(
    'sorted by %s returns each student once while others are inserted and deleted',
    async (sort) => {
      const wanted = sorted(everybody, sort);
      const made: string[] = [];
      const { items } = await allPages({ sort }, async (page) => {
        if (page > 2) return;
        const one = buildStudent({ fullName: given[page]!, startDate: '2026-02-01', idNumber: `PE-${page}` });
        made.push((await store.students.create(tenantId, one))._id);
        if (page > 0)
          await store.trash.put(tenantId, [made[page - 1]!], { userId: 'somebody', deletion: 'once' });
      });
      await store.trash.put(tenantId, made, { userId: 'somebody', deletion: 'once' });
      expect(idsOf(items).filter((id) => !made.includes(id))).toEqual(idsOf(wanted));
    },
  );

  it('counts a student that was just written', async () => {
    const total = async () => (await store.students.list(tenantId, { limit: 1 })).total;
    expect(await total()).toBe(420);
    const { _id } = await store.students.create(tenantId, buildStudent());
    expect(await total()).toBe(421);
    await store.trash.put(tenantId, [_id], { userId: 'somebody', deletion: 'once' });
    expect(await total()).toBe(420);
  });
});
