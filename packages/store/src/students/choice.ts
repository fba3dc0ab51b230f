import { certifiedStates, studentEntity } from '@sello/contracts';
import { declaredIndex } from '../database/declared-index.ts';
import { findPage } from '../database/keyset.ts';
import type { Table } from '../database/table.ts';
import { studentQuery } from './query.ts';
import type { StudentRow } from './row.ts';
import type { ChoiceCount, ChosenStudent, Students } from './students.ts';

const rowsAtOnce = 5_000;
const byAge = declaredIndex(studentEntity, ['tenantId', 'createdAt', '_id']);

interface Dependencies {
  students: Table<StudentRow>;
  /** The stored fields of a brief student. */
  brief: Readonly<Record<string, 1>>;
  toBrief: (row: StudentRow) => Omit<ChosenStudent, 'createdAt'>;
}

/** Reads the students whom a search and a filter match, by the same query as the list. */
export function createChoice({
  students,
  brief,
  toBrief,
}: Dependencies): Pick<Students, 'eachChosen' | 'countChosen'> {
  const { rows } = students;
  const projection = { ...brief, createdAt: 1 as const };
  return {
    async *eachChosen(tenantId, choice) {
      const { filter, narrow } = studentQuery(tenantId, choice);
      const order = { field: 'createdAt', direction: 1 } as const;
      const query = { filter, sort: order, projection, index: narrow ?? byAge, limit: rowsAtOnce };
      let cursor: string | null | undefined;
      // Pages by a keyset: whoever is deleted or added meanwhile shifts nobody.
      do {
        const page = await findPage(students, { ...query, cursor: cursor ?? undefined, isCounted: false });
        for (const row of page.items) yield { ...toBrief(row), createdAt: row.createdAt };
        cursor = page.nextCursor;
      } while (cursor !== null);
    },
    async countChosen(tenantId, { until, ...choice }) {
      const { filter } = studentQuery(tenantId, choice);
      const isCertified = { $in: ['$certification', [...certifiedStates]] };
      const hasEmail = { $gt: ['$email', ''] };
      const sumOf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
      const found = await rows
        .aggregate<Omit<ChoiceCount, 'templateId'> & { _id: string | null }>([
          { $match: { ...filter, ...(until && { createdAt: { $lte: until } }) } },
          {
            $group: {
              _id: '$templateId',
              count: { $sum: 1 },
              certified: sumOf(isCertified),
              withEmail: sumOf(hasEmail),
              reachable: sumOf({ $and: [isCertified, hasEmail] }),
            },
          },
        ])
        .toArray();
      return found.map(({ _id, ...counts }) => (_id === null ? counts : { templateId: _id, ...counts }));
    },
  };
}
