import type { BriefStudent } from '@sello/contracts';

/** Selected students by id; they stay selected on other pages. */
export type Selection = ReadonlyMap<string, BriefStudent>;

export const nobody: Selection = new Map();

export function toggled(selection: Selection, student: BriefStudent): Selection {
  const next = new Map(selection);
  if (!next.delete(student._id)) next.set(student._id, student);
  return next;
}

/** Toggles all rows of the page: deselects them when all are selected, else selects them. */
export function toggledAll(selection: Selection, page: readonly BriefStudent[]): Selection {
  if (allOf(page, selection)) return nobody;
  const next = new Map(selection);
  for (const student of page) next.set(student._id, student);
  return next;
}

export function allOf(page: readonly BriefStudent[], selection: Selection): boolean {
  return page.length > 0 && page.every((student) => selection.has(student._id));
}

/** Updates the selected students from the list, such as a new certificate or address. */
export function refreshed(selection: Selection, page: readonly BriefStudent[]): Selection {
  const stale = page.filter((student) => {
    const chosen = selection.get(student._id);
    return chosen !== undefined && chosen !== student;
  });
  if (stale.length === 0) return selection;
  const next = new Map(selection);
  for (const student of stale) next.set(student._id, student);
  return next;
}

/** Whether a selected student is not on the current page. */
export function choosesBeyond(selection: Selection, page: readonly BriefStudent[]): boolean {
  const shown = new Set(page.map(({ _id }) => _id));
  return [...selection.keys()].some((id) => !shown.has(id));
}

export const withCertificate = (students: Iterable<BriefStudent>): BriefStudent[] =>
  [...students].filter((student) => student.certified);

export const withCertificateAndEmail = (students: Iterable<BriefStudent>): BriefStudent[] =>
  [...students].filter((student) => student.certified && student.email);
