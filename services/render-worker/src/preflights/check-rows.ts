import type { PreflightFinding } from '@sello/contracts';
import { studentImages } from '@sello/design';
import { AppError, isRowError, toRowError } from '@sello/kit';
import type { LayoutReport, RenderThread, StampRow } from '@sello/render';
import type { PrintedStudent } from '@sello/store';
import type { StudentImages } from '../issuing/student-images.ts';
import { findingsOf } from './findings.ts';
import type { ReadRows, readAhead } from './rows-ahead.ts';
import type { CheckedTemplate, SliceContext } from './slice.ts';
import type { CheckedRow } from './tally.ts';

/** Rows that are sent to the thread together; those with images of their own in smaller numbers, as they take memory. */
const rowsTogether = 250;
const rowsWithImages = 4;

interface Placed {
  place: number;
  student: PrintedStudent;
}

/**
 * Checks rows in their order until the time is over, at least some, and yields them as they come. `from` is the place of
 * the first one in the request. It ends early if the person has left. Throws faults.
 */
export async function* checkRows(
  context: SliceContext,
  thread: RenderThread,
  {
    source,
    from,
    total,
    isOver,
  }: { source: ReturnType<typeof readAhead>; from: number; total: number; isOver: () => boolean },
): AsyncGenerator<CheckedRow[]> {
  let next = from;
  const running: Promise<CheckedRow[] | undefined>[] = [];
  for (;;) {
    // The next rows are made ready while the thread has these.
    while (running.length < 2 && next < total && (next === from || !isOver())) {
      const some = checkSome(next);
      some.catch(() => undefined);
      running.push(some);
      next += source.countFrom(next, rowsTogether);
    }
    const results = await running.shift();
    if (results === undefined) return;
    yield results;
  }

  async function checkSome(start: number): Promise<CheckedRow[] | undefined> {
    const read = await source.from(start, rowsTogether);
    return read && checkTogether(context, thread, start, read);
  }
}

async function checkTogether(
  context: SliceContext,
  thread: RenderThread,
  start: number,
  { rows, students, images }: ReadRows,
): Promise<CheckedRow[]> {
  const results: CheckedRow[] = [];
  const byTemplate = new Map<string, Placed[]>();
  for (const [place, { studentId, templateId }] of rows.entries()) {
    const student = students.get(studentId);
    const index = start + place;
    if (student === undefined) {
      const gone = { index, studentId, fullName: '', kind: 'student_not_found' as const };
      const error = toRowError(new AppError('student_not_found'));
      results[place] = { findings: [{ ...gone, error }], fullName: '', templateId: undefined };
    } else if (templateId === undefined) {
      results[place] = failed(index, student, new AppError('template_missing'));
    } else {
      const placed = byTemplate.get(templateId);
      if (placed) placed.push({ place, student });
      else byTemplate.set(templateId, [{ place, student }]);
    }
  }
  for (const [templateId, placed] of byTemplate) {
    const template = await context.template(templateId);
    const hasImages = template?.images.some((name) => studentImages.has(name));
    for (const group of inGroups(placed, hasImages ? rowsWithImages : rowsTogether)) {
      const reports = await checkGroup(context, thread, { group, template, images });
      for (const [at, { place, student }] of group.entries()) {
        results[place] = {
          findings: findingsOf(start + place, student, reports[at]!, template?.unvarying),
          fullName: student.fullName,
          templateId: template === null ? undefined : templateId,
        };
      }
    }
  }
  return results;
}

async function checkGroup(
  context: SliceContext,
  thread: RenderThread,
  {
    group,
    template,
    images,
  }: { group: readonly Placed[]; template: CheckedTemplate | null; images: StudentImages },
): Promise<LayoutReport[]> {
  if (template === null) return group.map(() => reportOf(new AppError('template_not_found')));
  // A row whose image cannot be read fails alone.
  const prepared = await Promise.all(
    group.map(({ student }) => context.rowOf(student, template, images).catch(orRowError)),
  );
  const ready = prepared.filter((row): row is StampRow => !(row instanceof AppError));
  const reports = await thread.check(template.heavy, ready).catch((error: unknown) => {
    const report = reportOf(orRowError(error));
    return ready.map(() => report);
  });
  let next = 0;
  return prepared.map((row) => (row instanceof AppError ? reportOf(row) : reports[next++]!));
}

const reportOf = (error: unknown): LayoutReport => ({ warnings: [], errors: [toRowError(error)] });

function orRowError(error: unknown): AppError {
  if (isRowError(error)) return error;
  throw error;
}

function failed(index: number, student: PrintedStudent, error: AppError): CheckedRow {
  const findings: PreflightFinding[] = findingsOf(index, student, reportOf(error));
  return { findings, fullName: student.fullName, templateId: undefined };
}

function inGroups(all: readonly Placed[], size: number): Placed[][] {
  const groups: Placed[][] = [];
  for (let start = 0; start < all.length; start += size) groups.push(all.slice(start, start + size));
  return groups;
}
