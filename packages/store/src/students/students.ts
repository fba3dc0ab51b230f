import type {
  BriefStudent,
  FormOf,
  NamesWith,
  RecordOf,
  StudentFilter,
  studentEntity,
} from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type StudentRecord = RecordOf<typeof studentEntity>;

type Declared = typeof studentEntity;
/** The flags that show or hide a printed field. */
type ShownBy = Extract<
  Declared['fields'][NamesWith<Declared, 'print'>]['facts'],
  { print: { shownBy: string } }
>['print']['shownBy'];

/** What a certificate prints of a student, and what is said of it before it is issued. */
export type PrintedStudent = Pick<
  StudentRecord,
  NamesWith<Declared, 'print'> | ShownBy | '_id' | 'custom' | 'email' | 'certId'
>;

/** The fields of a student to write; the country is already resolved. */
export type StudentFields = FormOf<typeof studentEntity>;

export type StudentName = Pick<StudentRecord, '_id' | 'fullName' | 'templateId'>;

export type StudentColumns = Pick<StudentRecord, '_id' | 'custom'>;

/** The fields of a student in a brief list. */
export type BriefStudentRecord = Pick<
  StudentRecord,
  Extract<keyof BriefStudent, keyof StudentRecord> | 'certId'
>;

/** What a bulk action needs of a student, with the moment at which it was added. */
export type ChosenStudent = BriefStudentRecord & Pick<StudentRecord, 'createdAt'>;

/** Which students are meant, in no order. */
export type StudentChoice = StudentFilter;

/** How many students a choice means, by template; `templateId` is absent for those without one. */
export interface ChoiceCount {
  templateId?: string | undefined;
  count: number;
  certified: number;
  withEmail: number;
  /** Certified, and with an e-mail. */
  reachable: number;
}

export interface StudentQuery extends ListQuery, StudentFilter {
  search?: string | undefined;
  /** With `limit`, without `cursor`: the page of this number, from 1. */
  page?: number | undefined;
}

/** `certified`: of those that match; `all`: how many there are without the search and the filter. */
export type StudentPage<Row> = Page<Row> & { certified: number; all: number };

export interface Students {
  /** Sorts by the sortable fields of the entity; newest first without a sort. */
  list(tenantId: string, query?: StudentQuery): Promise<StudentPage<StudentRecord>>;
  /** The same list, reading only the brief fields from the database. */
  listBrief(tenantId: string, query?: StudentQuery): Promise<StudentPage<BriefStudentRecord>>;
  /** The next lists of this process are counted anew: another process has written students of the organization. */
  recount(tenantId: string): Promise<void>;
  /** The students of a choice in the order of their ids; iterate, do not collect them without a limit. */
  eachChosen(tenantId: string, choice: StudentChoice): AsyncIterable<ChosenStudent>;
  /** The students of a choice by template, of those who were added by `until`; templates without any are left out. */
  countChosen(tenantId: string, choice: StudentChoice & { until?: Date | undefined }): Promise<ChoiceCount[]>;
  get(tenantId: string, studentId: string): Promise<StudentRecord | null>;
  /** In the order of the ids; unknown ones are left out. */
  getMany(tenantId: string, studentIds: readonly string[]): Promise<StudentRecord[]>;
  /** As `getMany`, reading only what is printed, addresses and certificates. */
  printed(tenantId: string, studentIds: readonly string[]): Promise<PrintedStudent[]>;
  /** The fields that a batch stores of each of these students; in no order, unknown ones are left out. */
  names(tenantId: string, studentIds: readonly string[]): Promise<StudentName[]>;
  /** The further columns of these students; in no order, unknown ones are left out. */
  columns(tenantId: string, studentIds: readonly string[]): Promise<StudentColumns[]>;
  /** The names of the further columns that any student has, at most `limits.customColumns`, in order. */
  columnNames(tenantId: string): Promise<string[]>;
  /** Students whose idNumber (trimmed, case and accents ignored) is one of these, oldest first. */
  byIdNumbers(tenantId: string, idNumbers: readonly string[]): Promise<StudentRecord[]>;
  /** An existing student of the given id is returned. */
  create(tenantId: string, fields: StudentFields, studentId?: string): Promise<StudentRecord>;
  /**
   * Replaces every field of the form; the certificate stays, and is out of date when it differs. Throws
   * `student_not_found`.
   */
  update(tenantId: string, studentId: string, fields: StudentFields): Promise<StudentRecord>;
  /**
   * Writes the rows of an import in unordered bulks. The id of an added student is derived from the import and the row of
   * its file (without `from`, of an import of its own): importing again adds nobody twice, and added students keep their
   * order when sorted by creation.
   */
  saveMany(
    tenantId: string,
    rows: { add: readonly StudentFields[]; update: readonly { studentId: string; fields: StudentFields }[] },
    from?: { importId: string; rows: readonly number[] },
  ): Promise<{ added: number; updated: number }>;
  count(tenantId: string): Promise<number>;
  /** How many students have each template, by template id; templates without students are left out. */
  countByTemplate(tenantId: string): Promise<Map<string, number>>;
  acrossTenants: {
    /** How many students each of these organizations has; those without any are left out. */
    count(tenantIds: readonly string[]): Promise<Map<string, number>>;
  };
}
