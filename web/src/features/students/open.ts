import type { BriefStudent, Student } from '@sello/contracts';
import type { RuleSelection } from './many/scope.ts';
import type { Selection } from './selection.ts';

/** The open dialog. */
export type Open =
  | null
  /** `focus`: the name of the field that gets the focus. */
  | { is: 'form'; student?: Student; focus?: string }
  | { is: 'delete'; selection: Selection }
  /** Of a deleted student the name that was printed last is enough. */
  | { is: 'erase'; student: Pick<Student, '_id' | 'fullName'> }
  | { is: 'email'; selection: Selection }
  | { is: 'revoke'; certId: string; holder: string }
  | { is: 'import' }
  | { is: 'failure'; student: Student }
  | { is: 'generate'; students: readonly BriefStudent[]; preselect?: string }
  | { is: 'generate-many'; selection: RuleSelection }
  | { is: 'generate-one'; student: Student };
