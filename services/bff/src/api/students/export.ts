import { Readable } from 'node:stream';
import { dayIn, studentFilterOf, type studentsApi, zoneOf } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { resolveSelection } from '../../students/resolve-selection.ts';
import { studentsCsv } from '../../students/students-csv.ts';

const rowsAtOnce = 500;

/** `export` is a reserved word: the handler is exported under another name. Read page by page while it is sent. */
export const exportCsv: Handler<(typeof studentsApi.calls)['export']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const { sort, selection, delimiter } = body;
  const filter = studentFilterOf(body);
  const ids = selection
    ? (await resolveSelection(store, tenantId, selection)).map(({ _id }) => _id)
    : body.ids && [...new Set(body.ids)];
  // Words of a search may name a person, and the entry outlives an erasure.
  const details = ids ? { students: ids.length } : { isSearched: (filter.search ?? '') !== '' };
  await audit.note(tenantId, person, { action: 'students.export', details });

  async function* pages() {
    if (ids) {
      for (let from = 0; from < ids.length; from += rowsAtOnce) {
        yield await store.students.getMany(tenantId, ids.slice(from, from + rowsAtOnce));
      }
      return;
    }
    let cursor: string | undefined;
    do {
      const asked = { ...filter, sort, cursor, limit: rowsAtOnce, isCounted: false };
      const page = await store.students.list(tenantId, asked);
      yield page.items;
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
  }
  const day = dayIn(zoneOf({}, (await store.tenants.get(tenantId)) ?? {}), new Date());
  return { stream: Readable.from(studentsCsv(pages, delimiter)), fileName: `students_${day}.csv` };
};
