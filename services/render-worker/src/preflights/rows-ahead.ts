import type { PreflightRow } from '@sello/contracts';
import type { PrintedStudent } from '@sello/store';
import { findStudentImages, type StudentImages } from '../issuing/student-images.ts';
import type { PreflightDependencies } from './dependencies.ts';

/** Students that are read together: reading takes longer than laying out. */
const readTogether = 500;

/** Rows of a request with their students, whose places in the request follow one another. */
export interface ReadRows {
  rows: readonly PreflightRow[];
  /** Without those who are gone. */
  students: ReadonlyMap<string, PrintedStudent>;
  images: StudentImages;
}

/**
 * Reads rows of a request, the ones after those that were asked for meanwhile. `pageOf` returns a stored page of the
 * request, `undefined` if it was deleted.
 */
export function readAhead(
  { store, blobs }: Pick<PreflightDependencies, 'store' | 'blobs'>,
  tenantId: string,
  {
    pageOf,
    pageSize,
    total,
  }: {
    pageOf: (page: number) => Promise<readonly PreflightRow[] | undefined>;
    pageSize: number;
    total: number;
  },
) {
  const pages = new Map<number, ReturnType<typeof pageOf>>();
  const parts = new Map<number, Promise<ReadRows | undefined>>();

  async function read(part: number): Promise<ReadRows | undefined> {
    const from = part * readTogether;
    const page = Math.floor(from / pageSize);
    const stored = pages.get(page) ?? pageOf(page);
    pages.set(page, stored);
    pages.delete(page - 1);
    const rows = (await stored)?.slice(from % pageSize, (from % pageSize) + readTogether);
    if (rows === undefined) return undefined;
    const found = await store.students.printed(
      tenantId,
      rows.map(({ studentId }) => studentId),
    );
    const students = new Map(found.map((student) => [student._id, student]));
    return { rows, students, images: await findStudentImages(store, blobs, tenantId, found) };
  }

  return {
    /**
     * At most `count` rows from a place on. What is read ahead may be of no use, and then its failure is none either.
     * Throws faults.
     */
    async from(place: number, count: number): Promise<ReadRows | undefined> {
      const part = Math.floor(place / readTogether);
      for (const wanted of [part, part + 1]) {
        if (parts.has(wanted) || wanted * readTogether >= total) continue;
        const reading = read(wanted);
        reading.catch(() => undefined);
        parts.set(wanted, reading);
      }
      parts.delete(part - 1);
      const found = await parts.get(part);
      const at = place % readTogether;
      return found && { ...found, rows: found.rows.slice(at, at + count) };
    },
    /** How many of the rows from a place on come at once, if as many are wanted. */
    countFrom: (place: number, count: number): number =>
      Math.min(count, readTogether - (place % readTogether), total - place),
  };
}
