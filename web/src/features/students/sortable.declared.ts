import { formFields, type NamesWith, studentEntity } from '@sello/contracts';

/** What the list can be sorted by: the fields of the form that the declaration says so of. */
export type SortField = NamesWith<typeof studentEntity, 'sort'> & NamesWith<typeof studentEntity, 'form'>;

// Worked out by the build: the list needs the names and not the schemas that they are declared with.
export const sortable = formFields(studentEntity)
  .filter(({ field }) => field.facts.sort !== undefined)
  .map(({ name }) => name as SortField);
