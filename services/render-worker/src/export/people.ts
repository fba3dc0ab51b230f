import type { CsvCell } from '@sello/contracts';
import { csvFields, studentEntity } from '@sello/contracts';
import type { StudentRecord } from '@sello/store';
import { type Entries, type ExportContext, pagesOf } from './context.ts';
import { csvEntry } from './csv-entry.ts';

export async function* members({ store, tenant, startedAt }: ExportContext): Entries {
  const found = await store.members.list(tenant._id);
  const rows = found.map((one) => [one.userName, one.userEmail, one.role, one.status, one.joinedAt]);
  yield csvEntry('members.csv', startedAt, ['name', 'email', 'role', 'status', 'joinedAt'], once(rows));
}

/** Without the codes: whoever has one can join. */
export async function* invitations({ store, tenant, startedAt }: ExportContext): Entries {
  const found = await store.invites.list(tenant._id, { all: true });
  const inviters = await store.users.getMany([...new Set(found.map(({ invitedBy }) => invitedBy))]);
  const emailOf = new Map(inviters.map(({ _id, email }) => [_id, email]));
  const rows = found.map((one) => [
    ...[one.email, one.state, emailOf.get(one.invitedBy)],
    ...[one.createdAt, one.expiresAt, one.acceptedAt],
  ]);
  const columns = ['email', 'state', 'invitedBy', 'createdAt', 'expiresAt', 'acceptedAt'];
  yield csvEntry('invitations.csv', startedAt, columns, once(rows));
}

const listed = csvFields(studentEntity).flatMap(({ name, column }) =>
  column === undefined ? [] : [{ name: name as keyof StudentRecord, column }],
);

/** The columns of an import, then those of the organization's own, then what Sello adds. */
export async function* students({ store, tenant, startedAt }: ExportContext): Entries {
  const read = () => pagesOf((query) => store.students.list(tenant._id, query));
  const own = new Set<string>();
  for await (const page of read())
    for (const { custom } of page) for (const name of Object.keys(custom)) own.add(name);
  const custom = [...own].sort();

  async function* rows(): AsyncGenerator<CsvCell[][]> {
    for await (const page of read()) {
      yield page.map((student) => [
        ...listed.map(({ name }) => student[name] as CsvCell),
        ...custom.map((name) => student.custom[name]),
        ...[student.photo, student._id, student.certId, student.createdAt],
      ]);
    }
  }
  const columns = [...listed.map(({ column }) => column), ...custom];
  const added = ['photo', 'studentId', 'certificateId', 'createdAt'];
  yield csvEntry('students.csv', startedAt, [...columns, ...added], rows());
}

async function* once<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
