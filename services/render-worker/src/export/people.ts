import type { CsvCell } from '@sello/contracts';
import { csvFields, studentEntity } from '@sello/contracts';
import type { StudentRecord } from '@sello/store';
import { type Entries, type ExportContext, emailsOf, once, pagesOf } from './context.ts';
import { csvEntry } from './csv-entry.ts';

export async function* members({ store, tenant, startedAt }: ExportContext): Entries {
  const found = await store.members.list(tenant._id);
  const rows = found.map((one) => [one.userName, one.userEmail, one.role, one.status, one.joinedAt]);
  yield csvEntry('members.csv', startedAt, ['name', 'email', 'role', 'status', 'joinedAt'], once(rows));
}

/** Without the codes: whoever has one can join. */
export async function* invitations(context: ExportContext): Entries {
  const { store, tenant, startedAt } = context;
  const found = await store.invites.list(tenant._id, { all: true });
  const emailOf = await emailsOf(
    context,
    found.map(({ invitedBy }) => invitedBy),
  );
  const rows = found.map((one) => [
    ...[one.email, one.state, emailOf.get(one.invitedBy)],
    ...[one.createdAt, one.expiresAt, one.acceptedAt],
    ...[one.letter?.state, one.letter?.at, one.letter?.reply],
  ]);
  const columns = ['email', 'state', 'invitedBy', 'createdAt', 'expiresAt', 'acceptedAt'];
  const letter = ['letter', 'letterAt', 'letterReply'];
  yield csvEntry('invitations.csv', startedAt, [...columns, ...letter], once(rows));
}

const listed = csvFields(studentEntity).flatMap(({ name, column }) =>
  column === undefined ? [] : [{ name: name as keyof StudentRecord, column }],
);
const added = [
  ...['photo', '_id', 'certId', 'certification', 'showScoreNumeric', 'showScoreLetter'],
  ...['createdAt', 'updatedAt'],
] as const satisfies readonly (keyof StudentRecord)[];
const addedColumns = added.map(
  (name) => ({ _id: 'studentId', certId: 'certificateId' })[name as '_id'] ?? name,
);

type Pages<Of> = () => AsyncIterable<readonly Of[]>;

/** The columns of an import, then those of the organization's own, then what Sello adds. */
async function* studentsOf<Of extends StudentRecord>(
  name: string,
  startedAt: Date,
  read: Pages<Of>,
  more: { columns: readonly string[]; cells(page: readonly Of[]): Promise<(student: Of) => CsvCell[]> },
): Entries {
  const own = new Set<string>();
  for await (const page of read())
    for (const { custom } of page) for (const column of Object.keys(custom)) own.add(column);
  const custom = [...own].sort();

  async function* rows(): AsyncGenerator<CsvCell[][]> {
    for await (const page of read()) {
      const cellsOf = await more.cells(page);
      yield page.map((student) => [
        ...listed.map(({ name: field }) => student[field] as CsvCell),
        ...custom.map((column) => student.custom[column]),
        ...added.map((field) => student[field]),
        ...cellsOf(student),
      ]);
    }
  }
  const columns = [...listed.map(({ column }) => column), ...custom, ...addedColumns, ...more.columns];
  yield csvEntry(name, startedAt, columns, rows());
}

export const students = ({ store, tenant, startedAt }: ExportContext): Entries =>
  studentsOf('students.csv', startedAt, () => pagesOf((query) => store.students.list(tenant._id, query)), {
    columns: [],
    cells: async () => () => [],
  });

/** The trash: they can still be restored. */
export const deletedStudents = (context: ExportContext): Entries => {
  const { store, tenant, startedAt } = context;
  const read = () => pagesOf((query) => store.trash.list(tenant._id, query));
  return studentsOf('deleted-students.csv', startedAt, read, {
    columns: ['deletedAt', 'deletedBy'],
    async cells(page) {
      const emailOf = await emailsOf(
        context,
        page.map(({ deletedBy }) => deletedBy),
      );
      return ({ deletedAt, deletedBy }) => [deletedAt, emailOf.get(deletedBy)];
    },
  });
};
