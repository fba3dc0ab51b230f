import type { Student } from '@sello/contracts';

/** The dialog that is open over the register. */
export type Open =
  | null
  | { is: 'form'; student?: Student }
  | { is: 'delete'; students: readonly Student[] }
  | { is: 'email'; students: readonly Student[] }
  | { is: 'import' }
  | { is: 'generate'; students: readonly Student[]; preselect?: string }
  | { is: 'generate-one'; student: Student };
