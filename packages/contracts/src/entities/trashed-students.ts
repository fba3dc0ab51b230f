import { z } from 'zod';
import { moment } from '../scalars.ts';
import { defineEntity, field } from './define.ts';
import { date, text } from './stored.ts';
import { student, studentEntity } from './students.ts';

/**
 * A deleted student, as the record was. It counts nowhere: for whatever reads students it is gone. After
 * `limits.restorableMs` it is deleted for good.
 */
export const trashedStudentEntity = defineEntity({
  collection: 'trashedStudents',
  version: studentEntity.version,
  migrations: studentEntity.migrations,
  fields: {
    ...studentEntity.fields,
    deletedAt: field(date),
    /** The id of the user. */
    deletedBy: field(text),
    /** The id that students have in common who were deleted together. */
    deletion: field(text),
  },
  indexes: [
    { keys: ['tenantId', 'deletedAt', '_id'] },
    { keys: ['tenantId', 'deletion'] },
    { keys: ['deletedAt'] },
  ],
});

/** A deleted student on the wire. */
export const trashedStudent = student
  .pick({ _id: true, fullName: true, idNumber: true, email: true })
  .extend({
    deletedAt: moment,
    /** The name of the person, empty when it is not known any more. */
    deletedBy: z.string(),
    /** When the record is deleted for good. */
    until: moment,
  });
export type TrashedStudent = z.infer<typeof trashedStudent>;
