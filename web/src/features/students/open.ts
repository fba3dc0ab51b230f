import type { BriefStudent, Student } from '@sello/contracts';

/** The open dialog. */
export type Open =
  | null
  | { is: 'form'; student?: Student }
  | { is: 'delete'; students: readonly BriefStudent[] }
  | { is: 'erase'; student: Student }
  | { is: 'email'; students: readonly BriefStudent[] }
  | { is: 'import' }
  | { is: 'generate'; students: readonly BriefStudent[]; preselect?: string }
  | { is: 'generate-one'; student: Student };
