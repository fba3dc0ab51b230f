import type { Store } from '../../src/index.ts';
import { buildStudent } from '../builders.ts';

interface Mine {
  student: { _id: string; idNumber: string };
}
type Attack = (store: Store, other: string, mine: Mine) => unknown;

/** The functions on students, called for another organization with the ids of these records. */
export const students: Record<string, Attack> = {
  list: (s, other) => s.students.list(other),
  listBrief: (s, other) => s.students.listBrief(other),
  recount: (s, other) => s.students.recount(other),
  eachChosen: async (s, other) => {
    for await (const student of s.students.eachChosen(other, {})) return student;
    return null;
  },
  countChosen: (s, other) => s.students.countChosen(other, {}),
  get: (s, other, m) => s.students.get(other, m.student._id),
  getMany: (s, other, m) => s.students.getMany(other, [m.student._id]),
  printed: (s, other, m) => s.students.printed(other, [m.student._id]),
  names: (s, other, m) => s.students.names(other, [m.student._id]),
  columns: (s, other, m) => s.students.columns(other, [m.student._id]),
  columnNames: (s, other) => s.students.columnNames(other),
  byIdNumbers: (s, other, m) => s.students.byIdNumbers(other, [m.student.idNumber]),
  create: (s, other) => s.students.create(other, buildStudent()),
  update: (s, other, m) => s.students.update(other, m.student._id, buildStudent({ fullName: 'stolen' })),
  saveMany: (s, other, m) =>
    s.students.saveMany(other, { add: [], update: [{ studentId: m.student._id, fields: buildStudent() }] }),
  count: (s, other) => s.students.count(other),
  countByTemplate: async (s, other) => [...(await s.students.countByTemplate(other))],
};

/** The functions on deleted students. */
export const trash: Record<string, Attack> = {
  put: (s, other, m) => s.trash.put(other, [m.student._id], { userId: 'stranger', deletion: 'theirs' }),
  get: (s, other, m) => s.trash.get(other, m.student._id),
  list: (s, other) => s.trash.list(other),
  restore: (s, other, m) => s.trash.restore(other, { ids: [m.student._id] }),
  deleteForever: async (s, other, m) => [
    await s.trash.deleteForever(other, { ids: [m.student._id] }),
    await s.trash.deleteForever(other, 'all'),
  ],
};
