import { csvColumns, type Role, studentInput } from '@sello/contracts';
import { printVariable, sampleValues } from '@sello/design';
import { newId, type Store, type StudentRecord } from '@sello/store';
import { afterAll, expect, it } from 'vitest';
import { closeTestDatabase, testDatabase } from '../../packages/store/tests/database.ts';
import { importStudents } from '../../services/bff/src/api/students/import.ts';
import { studentView } from '../../services/bff/src/views/student.ts';
import { asked, bodyOf, draftOf } from '../../web/src/features/students/form/rules.ts';
import { listed } from '../../web/src/features/students/listed.declared.ts';

/**
 * Runs in a copy of the repository in which students have a new field, `phone`, only by its declaration and labels. Here the
 * field does not exist, so no type mentions it.
 */
const field = 'phone';
const tenantId = '1'.repeat(24);

async function imported(store: Store, cells: Record<string, string>) {
  const call = {
    ...{ tenantId, operationId: newId(), requestId: 'r', file: undefined, query: {} },
    ...{ roles: [] as Role[], person: {} },
    body: { students: [cells], existing: 'update', dryRun: false, firstRow: 0 },
  };
  const lock = { hold: (_name: unknown, _busy: unknown, work: () => unknown) => work() };
  return importStudents(call as never, { store, lock, audit: { note: async () => {} } } as never);
}

const printedOf = (record: StudentRecord) => {
  const design = { locale: 'en', dateStyle: 'long', timeZone: 'UTC', variables: [] } as const;
  const sample = sampleValues(design as never, { name: 'a', publicName: 'A' }, 'https://sello.example');
  const print = (student: typeof sample.student) =>
    printVariable(`student.${field}`, { ...sample, student }, { ...design, variables: [] });
  return { own: print(record), sample: print(sample.student) };
};

afterAll(() => closeTestDatabase());

it('a new field is imported, stored, listed, found, edited and printed', async () => {
  const { store } = await testDatabase();
  const first = { fullName: 'Ana Ruiz', idNumber: 'A-1', [field]: ' +51 987 654 321 ' };
  expect(await imported(store, first)).toMatchObject({ success: 1, added: 1, errors: [] });
  expect(await imported(store, { ...first, idNumber: 'A-2', [field]: 'x'.repeat(99) })).toMatchObject({
    success: 0,
    errors: [{ row: 0, code: 'invalid_payload' }],
  });
  const again = { fullName: 'Ana María Ruiz', idNumber: 'a-1', email: 'ana@example.org' };
  expect(await imported(store, again)).toMatchObject({ success: 1, updated: 1, errors: [] });

  const { items } = await store.students.list(tenantId, { search: '987 654', sort: field });
  expect(items).toMatchObject([
    { fullName: 'Ana María Ruiz', email: 'ana@example.org', [field]: '+51 987 654 321' },
  ]);
  const record = items[0]!;
  const links = { certificate: () => '' };
  const wire = studentView(record, links as never, { publicDownload: true });
  expect(wire).toMatchObject({ [field]: '+51 987 654 321' });
  expect(printedOf(record)).toEqual({ own: '+51 987 654 321', sample: '+51 999 999 999' });

  expect(csvColumns).toContain(field);
  expect(asked.map(({ name }) => String(name))).toContain(field);
  expect(listed.find(({ name }) => String(name) === field)).toMatchObject({ control: 'tel', sort: field });
  const draft = { ...draftOf(wire), fullName: 'Ana' };
  const { _id, ...fields } = studentInput.loose().parse(bodyOf(draft, wire));
  const saved = await store.students.update(tenantId, String(_id), { ...fields, country: 'Peru' } as never);
  expect(saved).toMatchObject({ fullName: 'Ana', [field]: '+51 987 654 321' });
  expect(saved).not.toHaveProperty('custom.phone');
});
