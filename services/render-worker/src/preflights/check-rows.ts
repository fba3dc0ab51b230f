import {
  type JobData,
  type PreflightFinding,
  type PreflightRow,
  type PreflightTemplateFinding,
  specimenCertId,
} from '@sello/contracts';
import {
  currentDesign,
  hasSealPaint,
  imageVariablesOf,
  inSealColor,
  type RowValues,
  rowValuesOf,
  studentImages,
} from '@sello/design';
import { AppError, isRowError, toRowError } from '@sello/kit';
import type { HeavyTemplate, LayoutReport, RenderThread, StampRow } from '@sello/render';
import type { StudentRecord, TemplateRecord, TenantRecord } from '@sello/store';
import { printedArtwork, readArtwork } from '../issuing/artwork.ts';
import type { DesignSources } from '../issuing/design-sources.ts';
import { stampRowOf } from '../issuing/stamp-row.ts';
import { findStudentImages, type StudentImages } from '../issuing/student-images.ts';
import { imagesOf } from '../issuing/template-compiler.ts';
import type { PreflightDependencies } from './dependencies.ts';
import { findingsOf } from './findings.ts';
import type { CheckedRow } from './tally.ts';
import { templateFindings, unvaryingElements } from './template-facts.ts';

/** Rows that are sent to the thread together; those with images of their own in smaller numbers, as they take memory. */
const rowsTogether = 100;
/** Students that are read together: reading takes longer than laying out. */
const readTogether = 500;
const rowsWithImages = 4;

/** A template as it is now, for the render thread. */
export interface CheckedTemplate {
  record: TemplateRecord;
  heavy: HeavyTemplate;
  images: readonly string[];
  unvarying: ReadonlySet<string>;
  rowValues: RowValues;
}

/** What the rows of a slice are checked with. */
export interface SliceContext {
  tenant: TenantRecord;
  values: Readonly<Record<string, string>>;
  /** Null for a template that was deleted. */
  template(templateId: string): Promise<CheckedTemplate | null>;
  rowOf(student: StudentRecord, template: CheckedTemplate, images: StudentImages): Promise<StampRow>;
}

/** Reads templates once, and makes of students what is printed, as issuing does. */
export async function openSlice(
  { store, publicUrl }: Pick<PreflightDependencies, 'store' | 'publicUrl'>,
  sources: DesignSources,
  { tenantId }: Pick<JobData<'preflight'>, 'tenantId'>,
  values: Readonly<Record<string, string>>,
): Promise<SliceContext> {
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  const ofBatch = (await readArtwork(store, tenant))({ batch: values });
  const templates = new Map<string, Promise<CheckedTemplate | null>>();
  const issuedAt = new Date();

  async function read(templateId: string): Promise<CheckedTemplate | null> {
    const record = await store.templates.get(tenantId, templateId);
    if (record === null) return null;
    const design = currentDesign(record.design);
    const images = imageVariablesOf(design);
    const artwork = printedArtwork(ofBatch, { images, hasSealPaint: hasSealPaint(design) });
    return {
      record: { ...record, design },
      images,
      unvarying: unvaryingElements(design),
      rowValues: rowValuesOf(design),
      heavy: {
        owner: tenantId,
        id: ['preflight', templateId, record.rev, JSON.stringify(artwork)].join('/'),
        design: inSealColor(design, artwork.sealColor),
        images: async () => ({
          assets: await imagesOf(design, { get: (assetId) => sources.asset(tenantId, assetId) }),
          variables: await sources.organization(artwork),
        }),
        fonts: () => sources.fonts(tenantId, design),
      },
    };
  }

  return {
    tenant,
    values,
    template(templateId) {
      const known = templates.get(templateId) ?? read(templateId);
      templates.set(templateId, known);
      return known;
    },
    rowOf: async (student, { images: variables, rowValues }, images) =>
      stampRowOf(student, {
        images: await images.read(student, variables),
        batchValues: { ...values, ...rowValues.own(student.custom) },
        ...{ tenant, certId: specimenCertId, issuedAt, publicUrl },
      }),
  };
}

interface Placed {
  place: number;
  student: StudentRecord;
}

/**
 * Checks rows in their order until the time is over, at least some. `from` is the place of the first one in the request.
 * Throws faults.
 */
export async function checkSlice(
  { store, blobs }: Pick<PreflightDependencies, 'store' | 'blobs'>,
  context: SliceContext,
  thread: RenderThread,
  {
    rows,
    from,
    isOver,
    onChecked,
  }: {
    rows: readonly PreflightRow[];
    from: number;
    isOver: () => boolean;
    onChecked: (rows: readonly CheckedRow[]) => void;
  },
): Promise<{ checked: CheckedRow[]; templates: PreflightTemplateFinding[] }> {
  const tenantId = context.tenant._id;
  const checked: CheckedRow[] = [];
  const rowsOf = new Map<string, number>();
  async function read(page: number) {
    const ids = rows.slice(page * readTogether, (page + 1) * readTogether).map(({ studentId }) => studentId);
    const found = ids.length === 0 ? [] : await store.students.getMany(tenantId, ids);
    const students = new Map(found.map((student) => [student._id, student]));
    return { students, images: await findStudentImages(store, blobs, tenantId, found) };
  }
  const pages = new Map<number, ReturnType<typeof read>>();
  /** The page with a row. The one after it is read meanwhile; it may be of no use, and then its failure is none either. */
  function pageOf(start: number): ReturnType<typeof read> {
    const page = Math.floor(start / readTogether);
    for (const wanted of [page, page + 1]) {
      if (pages.has(wanted)) continue;
      const reading = read(wanted);
      reading.catch(() => undefined);
      pages.set(wanted, reading);
    }
    pages.delete(page - 1);
    return pages.get(page)!;
  }
  async function checkSome(start: number): Promise<CheckedRow[]> {
    const some = rows.slice(start, start + rowsTogether);
    const { students, images } = await pageOf(start);
    const results: CheckedRow[] = [];
    const byTemplate = new Map<string, Placed[]>();
    for (const [place, { studentId, templateId }] of some.entries()) {
      const student = students.get(studentId);
      const index = from + start + place;
      if (student === undefined) {
        const gone = { index, studentId, fullName: '', kind: 'student_not_found' as const };
        const error = toRowError(new AppError('student_not_found'));
        results[place] = { findings: [{ ...gone, error }], fullName: '', templateId: undefined };
      } else if (templateId === undefined) {
        results[place] = failed(index, student, new AppError('template_missing'));
      } else byTemplate.set(templateId, [...(byTemplate.get(templateId) ?? []), { place, student }]);
    }
    for (const [templateId, placed] of byTemplate) {
      const template = await context.template(templateId);
      rowsOf.set(templateId, (rowsOf.get(templateId) ?? 0) + placed.length);
      for (const group of inGroups(
        placed,
        template?.images.some((name) => studentImages.has(name)) ? rowsWithImages : rowsTogether,
      )) {
        const reports = await checkGroup(group, template);
        for (const [at, { place, student }] of group.entries()) {
          const findings = findingsOf(from + start + place, student, reports[at]!, template?.unvarying);
          const isThere = template !== null;
          results[place] = {
            findings,
            fullName: student.fullName,
            templateId: isThere ? templateId : undefined,
          };
        }
      }
    }
    return results;

    async function checkGroup(
      group: readonly Placed[],
      template: CheckedTemplate | null,
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
  }

  let start = 0;
  const running: Promise<CheckedRow[]>[] = [];
  do {
    // The next rows are made ready while the thread has these.
    while (running.length < 2 && start < rows.length && (start === 0 || !isOver())) {
      const some = checkSome(start);
      some.catch(() => undefined);
      running.push(some);
      start += rowsTogether;
    }
    const results = (await running.shift()) ?? [];
    checked.push(...results);
    onChecked(results);
  } while (running.length > 0 || (start < rows.length && !isOver()));
  const templates: PreflightTemplateFinding[] = [];
  for (const [templateId, count] of rowsOf) {
    const template = await context.template(templateId);
    if (template) templates.push(...templateFindings(template.record, count));
  }
  return { checked, templates };
}

const reportOf = (error: unknown): LayoutReport => ({ warnings: [], errors: [toRowError(error)] });

function orRowError(error: unknown): AppError {
  if (isRowError(error)) return error;
  throw error;
}

function failed(index: number, student: StudentRecord, error: AppError): CheckedRow {
  const findings: PreflightFinding[] = findingsOf(index, student, reportOf(error));
  return { findings, fullName: student.fullName, templateId: undefined };
}

function inGroups(all: readonly Placed[], size: number): Placed[][] {
  const groups: Placed[][] = [];
  for (let start = 0; start < all.length; start += size) groups.push(all.slice(start, start + size));
  return groups;
}
