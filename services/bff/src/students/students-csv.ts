import {
  type CsvCell,
  type CsvDelimiter,
  csvFields,
  csvLine,
  csvStart,
  studentEntity,
} from '@sello/contracts';
import type { StudentRecord } from '@sello/store';

const fields = csvFields(studentEntity);
const columns = fields.flatMap(({ name, column }) =>
  column === undefined ? [] : [{ name: name as keyof StudentRecord, column }],
);
const flags = fields.filter(({ as }) => as === 'flag').map(({ name }) => name as keyof StudentRecord);

/**
 * Students as CSV with the columns of an import: read again, the file gives the same records. The columns of the
 * organization's own follow, and the flags that anybody has switched off. `read` starts at the first page each time: the
 * columns are found in a first pass, so that only one page is in memory.
 */
export async function* studentsCsv(
  read: () => AsyncIterable<readonly StudentRecord[]>,
  delimiter: CsvDelimiter,
): AsyncGenerator<string> {
  const own = new Set<string>();
  const switchedOff = new Set<keyof StudentRecord>();
  for await (const page of read()) {
    for (const student of page) {
      for (const name of Object.keys(student.custom)) own.add(name);
      for (const name of flags) if (student[name] === false) switchedOff.add(name);
    }
  }
  const custom = [...own].sort();
  const listed = [...columns, ...flags.filter((name) => switchedOff.has(name)).map(asColumn)];
  yield csvStart + csvLine([...listed.map(({ column }) => column), ...custom], delimiter);
  for await (const page of read()) {
    const lines = page.map((student) =>
      csvLine(
        [
          ...listed.map(({ name }) => student[name] as CsvCell),
          ...custom.map((name) => student.custom[name]),
        ],
        delimiter,
      ),
    );
    if (lines.length > 0) yield lines.join('');
  }
}

const asColumn = (name: keyof StudentRecord) => ({ name, column: name });
