import { certifiedStates, studentEntity } from '@sello/contracts';
import { declaredIndex } from '../database/declared-index.ts';
import type { Filter } from '../database/reads.ts';
import type { Table } from '../database/table.ts';
import { studentQuery } from './query.ts';
import type { StudentRow } from './row.ts';
import type { ChoiceCount, ChosenStudent, Students } from './students.ts';

const rowsAtOnce = 5_000;
const byId = declaredIndex(studentEntity, ['tenantId', '_id']);

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
      const index = narrow ?? byId;
      let last = '';
      // Pages by id: whoever is deleted or added meanwhile shifts nobody.
      for (;;) {
        const page = await rows
          .find({ ...filter, _id: { $gt: last } } as Filter<StudentRow>, { projection, index })
          .sort({ _id: 1 })
          .limit(rowsAtOnce)
          .toArray();
        for (const row of page) yield { ...toBrief(row), createdAt: row.createdAt };
        if (page.length < rowsAtOnce) return;
        last = page.at(-1)!._id;
      }
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
