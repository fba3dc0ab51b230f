import { type RowOf, studentEntity } from '@sello/contracts';
import { storedForm } from '../database/stored-form.ts';

/** A student as it is stored: the keys of search and sort beside it, custom columns as pairs. */
export type StudentRow = RowOf<typeof studentEntity>;

export const studentForm = storedForm(studentEntity);
