import type { BriefStudent, FormOf, RecordOf, studentEntity } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type StudentRecord = RecordOf<typeof studentEntity>;

/** A student ready to be written: the country has been decided. */
export type StudentFields = FormOf<typeof studentEntity>;

export type StudentName = Pick<StudentRecord, '_id' | 'fullName' | 'templateId'>;

/** What a list of many gives of each student. */
export type BriefStudentRecord = Pick<
  StudentRecord,
  Extract<keyof BriefStudent, keyof StudentRecord> | 'certId'
>;

export interface StudentQuery extends ListQuery {
  certified?: boolean | undefined;
}

export interface Students {
  /** Sorts by what the declaration says; newest first without a sort. */
  list(tenantId: string, query?: StudentQuery): Promise<Page<StudentRecord> & { certified: number }>;
  /** The same list, of which the database hands out only what it gives. */
  listBrief(
    tenantId: string,
    query?: StudentQuery,
  ): Promise<Page<BriefStudentRecord> & { certified: number }>;
  get(tenantId: string, studentId: string): Promise<StudentRecord | null>;
  /** In the order of the ids; unknown ones are left out. */
  getMany(tenantId: string, studentIds: readonly string[]): Promise<StudentRecord[]>;
  /** The fields that a batch stores of each of these students; in no order, unknown ones are left out. */
  names(tenantId: string, studentIds: readonly string[]): Promise<StudentName[]>;
  /** Students whose idNumber (trimmed, case and accents ignored) is one of these, oldest first. */
  byIdNumbers(tenantId: string, idNumbers: readonly string[]): Promise<StudentRecord[]>;
  /** An existing student of the given id is returned. */
  create(tenantId: string, fields: StudentFields, studentId?: string): Promise<StudentRecord>;
  /** Replaces every field of the form; the certificate stays. Throws `student_not_found`. */
  update(tenantId: string, studentId: string, fields: StudentFields): Promise<StudentRecord>;
  /**
   * Writes an import's rows with one bulk write, unordered; adding keeps the order given when sorted by creation. With
   * `from` the ids of added students follow from the import and the row of its file that each was read from: the same
   * import again adds nobody twice.
   */
  saveMany(
    tenantId: string,
    rows: { add: readonly StudentFields[]; update: readonly { studentId: string; fields: StudentFields }[] },
    from?: { importId: string; rows: readonly number[] },
  ): Promise<{ added: number; updated: number }>;
  /** How many there were. Issued certificates stay. */
  deleteMany(tenantId: string, studentIds: readonly string[]): Promise<number>;
  count(tenantId: string): Promise<number>;
  acrossTenants: {
    /** How many students each of these organizations has; those without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
  };
}
