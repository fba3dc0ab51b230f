import type { BriefStudent, SelectionCounts } from '@sello/contracts';
import type { ListFilter } from './view.ts';

/** Everybody whom a search and filters matched at a moment. */
export interface Rule {
  filter: ListFilter;
  counts: SelectionCounts;
}

/** Whether a rule is about another list than the one that this filter makes. */
export const isOfAnother = ({ rule }: Selection, filter: ListFilter): boolean =>
  rule !== undefined && JSON.stringify(rule.filter) !== JSON.stringify(filter);

/**
 * The selected students; they stay selected on other pages. With a rule everybody is selected whom it means, and
 * `students` are those who were left out.
 */
export interface Selection {
  students: ReadonlyMap<string, BriefStudent>;
  rule?: Rule;
  /** Whether they are listed by name at once: they are to be corrected, and may be on any page. */
  isListed?: boolean;
}

export const nobody: Selection = { students: new Map() };

export const selectionOf = (students: readonly BriefStudent[]): Selection => ({
  students: new Map(students.map((student) => [student._id, student])),
});

export const toCorrect = (students: readonly BriefStudent[]): Selection => ({
  ...selectionOf(students),
  isListed: true,
});

export const isSelected = ({ students, rule }: Selection, id: string): boolean =>
  students.has(id) !== (rule !== undefined);

export const sizeOf = ({ students, rule }: Selection): number =>
  rule ? Math.max(0, rule.counts.count - students.size) : students.size;

export function toggled(selection: Selection, student: BriefStudent): Selection {
  const students = new Map(selection.students);
  if (!students.delete(student._id)) students.set(student._id, student);
  return { ...selection, students };
}

/** Toggles all rows of the page: selects nobody when all are selected, else selects them. */
export function toggledAll(selection: Selection, page: readonly BriefStudent[]): Selection {
  if (allOf(page, selection)) return nobody;
  const students = new Map(selection.students);
  for (const student of page) {
    if (selection.rule) students.delete(student._id);
    else students.set(student._id, student);
  }
  return { ...selection, students };
}

export function allOf(page: readonly BriefStudent[], selection: Selection): boolean {
  return page.length > 0 && page.every((student) => isSelected(selection, student._id));
}

/** Updates the known students of the selection from the list, such as a new certificate or address. */
export function refreshed(selection: Selection, page: readonly BriefStudent[]): Selection {
  const stale = page.filter((student) => {
    const known = selection.students.get(student._id);
    return known !== undefined && known !== student;
  });
  if (stale.length === 0) return selection;
  const students = new Map(selection.students);
  for (const student of stale) students.set(student._id, student);
  return { ...selection, students };
}

/** Without students who were deleted; `null`: all that were selected. */
export function without(selection: Selection, gone: readonly string[] | null): Selection {
  if (gone === null) return nobody;
  const students = new Map(selection.students);
  for (const id of gone) students.delete(id);
  return { ...selection, students };
}
