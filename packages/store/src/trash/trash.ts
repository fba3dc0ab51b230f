import type { RecordOf, trashedStudentEntity } from '@sello/contracts';
import type { ListQuery, Page } from '../database/page.ts';

export type TrashedStudentRecord = RecordOf<typeof trashedStudentEntity>;

/** Students that are named, or all who were deleted together. */
export type TrashedChoice = { ids: readonly string[] } | { deletion: string };

/**
 * Deleted students. A student is moved: inserted here, then deleted there, and the other way round. A move that was
 * interrupted leaves the student in the register, and is repeated by the same call; who is in the register counts as
 * not deleted.
 */
export interface Trash {
  /** Moves students to the trash. Returns how many were deleted; issued certificates are kept. */
  put(
    tenantId: string,
    studentIds: readonly string[],
    by: { userId: string; deletion: string; now?: Date | undefined },
  ): Promise<number>;
  get(tenantId: string, studentId: string): Promise<TrashedStudentRecord | null>;
  /** Newest deletion first. */
  list(tenantId: string, query?: Omit<ListQuery, 'sort'>): Promise<Page<TrashedStudentRecord>>;
  /**
   * Moves students back. What each has of a certificate is read anew, because certificates may have been issued or revoked
   * meanwhile. Returns their ids, and how many have an idNumber that another student has now.
   */
  restore(tenantId: string, which: TrashedChoice): Promise<{ ids: string[]; same: number }>;
  /** Deletes records for good, or all of them. Returns how many. */
  deleteForever(tenantId: string, which: { ids: readonly string[] } | 'all'): Promise<number>;
  acrossTenants: {
    /** Deletes for good who was deleted before this moment. Returns how many. */
    removeOlder(than: Date): Promise<number>;
  };
}
