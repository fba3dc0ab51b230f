import type { BriefStudent, Student } from '@sello/contracts';
import type { RuleSelection } from './many/scope.ts';
import type { Selection } from './selection.ts';

/** The open dialog. */
export type Open =
  | null
  | { is: 'form'; student?: Student }
  | { is: 'delete'; selection: Selection }
  | { is: 'erase'; student: Student }
  | { is: 'email'; selection: Selection }
  | { is: 'revoke'; certId: string; holder: string }
  | { is: 'import' }
  | { is: 'generate'; students: readonly BriefStudent[]; preselect?: string }
  | { is: 'generate-many'; selection: RuleSelection }
  | { is: 'generate-one'; student: Student };
