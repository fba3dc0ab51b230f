import { type RowOf, studentEntity } from '@sello/contracts';
import { storedForm } from '../database/stored-form.ts';

/** A student as it is stored: with search and sort keys, custom columns as pairs. */
export type StudentRow = RowOf<typeof studentEntity>;

export const studentForm = storedForm(studentEntity);
