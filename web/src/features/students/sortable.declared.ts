import {
  type Certification,
  certification,
  formFields,
  type NamesWith,
  studentEntity,
} from '@sello/contracts';

/** The fields that the list can be sorted by, from the student's declaration. */
export type SortField = NamesWith<typeof studentEntity, 'sort'> & NamesWith<typeof studentEntity, 'form'>;

// Evaluated by the build: the list needs the names, not the schemas.
export const sortable = formFields(studentEntity)
  .filter(({ field }) => field.facts.sort !== undefined)
  .map(({ name }) => name as SortField);

/** The states of students that the list can be narrowed to. */
export const certifications: readonly Certification[] = certification.options;
