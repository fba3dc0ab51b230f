import { setImmediate } from 'node:timers/promises';
import type { CertificateParams, Signer } from '@sello/contracts';
import { studentImages } from '@sello/design';
import { AppError, isRowError, times } from '@sello/kit';
import type { Stamped, StampRow } from '@sello/render';
import {
  type BatchItemRecord,
  type IssuedIdentity,
  type PrintedFields,
  printedOf,
  type StudentRecord,
  type TenantRecord,
} from '@sello/store';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ArtworkOf } from './artwork.ts';
import type { HeavyMutex } from './heavy-mutex.ts';
import { issuedIn, printedCertificate, stampRowOf } from './stamp-row.ts';
import type { StudentImages } from './student-images.ts';
import { noFacts, type ReadyTemplate, type RevisionFacts, type Templates } from './templates.ts';

/** Rows with images of their own that are read and stamped concurrently in one process: each image may have 10 MiB. */
const imagesLimit = pLimit(4);

/**
 * The result of a row: a certificate to be stored, the row's own error, a fault that is not the row's, or postponed,
 * because it is heavy and the mutex or the time was not available.
 */
export type StampedRow =
  | {
      item: BatchItemRecord;
      stamped: Stamped;
      template: ReadyTemplate;
      printed: PrintedFields;
      /** The image of the photograph that was printed. */
      photo: string | undefined;
      /** The values of the organization's own columns that the template prints. */
      custom: Readonly<Record<string, string>>;
      /** The values of the batch's variables that were printed: its own, and in their place those of the row. */
      batchValues: Values;
      identity: IssuedIdentity;
    }
  | { item: BatchItemRecord; error: unknown }
  | { item: BatchItemRecord; fault: unknown }
  | { item: BatchItemRecord; isPostponed: true };

type Values = Readonly<Record<string, string>>;

export interface StampingDependencies {
  tenant: TenantRecord;
  /** What of the organization a row prints besides its texts. */
  artworkOf: ArtworkOf;
  /** How the organization's identity is proven at this moment. */
  identity: IssuedIdentity;
  students: ReadonlyMap<string, StudentRecord>;
  studentImages: StudentImages;
  templates: Templates;
  signing: { signer: Signer; params: CertificateParams } | undefined;
  /** Of the batch's variables, by their names without `batch.`. */
  batchValues: Values;
  /**
   * These values are what certificates printed before, so the columns of students are not looked at; and the day of issue,
   * where it was recorded.
   */
  reprint?: { issuedOn: string | undefined };
  publicUrl: string;
  heavyMutex: HeavyMutex;
  /** Limits how many chunks stamp light rows concurrently. */
  limit: LimitFunction;
}

/** A row that is ready to be stamped. */
interface ReadyRow {
  template: ReadyTemplate;
  row: StampRow;
  student: StudentRecord;
  ownColumns: readonly string[];
  course: string;
  batchValues: Values;
}

/**
 * Stamps light rows concurrently: while the thread pool signs some, this thread lays out the next, yielding to the event
 * loop in between. Heavy rows follow one by one within the chunk's time slice. A row's error does not affect the others.
 */
export async function stampRows(
  items: readonly BatchItemRecord[],
  dependencies: StampingDependencies,
): Promise<StampedRow[]> {
  const heavy: { place: number; item: BatchItemRecord }[] = [];
  async function stampLight(): Promise<StampedRow[]> {
    const yieldIfDue = createYield();
    const results: Promise<StampedRow>[] = [];
    for (const [place, item] of items.entries()) {
      await yieldIfDue();
      results.push(
        attempt(item, async () => {
          const { isHeavy, images } = await factsOf(item, dependencies);
          // Only the holder of the mutex waits for a heavy template to be compiled.
          const stamped = isHeavy
            ? undefined
            : await (images.some((name) => studentImages.has(name))
                ? imagesLimit(() => stampIfLight(item, dependencies))
                : stampIfLight(item, dependencies));
          if (stamped !== undefined) return stamped;
          heavy.push({ place, item });
          return { item, isPostponed: true };
        }),
      );
    }
    return Promise.all(results);
  }
  const rows = await dependencies.limit(stampLight);
  if (heavy.length === 0) return rows;
  const slice = dependencies.heavyMutex.tryAcquire();
  try {
    for (const { place, item } of heavy) {
      if (!slice?.hasTimeLeft()) break;
      rows[place] = await attempt(item, async () => {
        const ready = await withinTimeSlice(readyRow(item, dependencies));
        return ready === undefined ? { item, isPostponed: true } : stampRow(item, ready, dependencies);
      });
    }
  } finally {
    slice?.release();
  }
  return rows;
}

async function attempt(item: BatchItemRecord, run: () => Promise<StampedRow>): Promise<StampedRow> {
  try {
    return await run();
  } catch (error) {
    return isRowError(error) ? { item, error } : { item, fault: error };
  }
}

async function stampIfLight(
  item: BatchItemRecord,
  dependencies: StampingDependencies,
): Promise<StampedRow | undefined> {
  const ready = await readyRow(item, dependencies);
  return ready.template.compiled.isHeavyFor(ready.row) ? undefined : stampRow(item, ready, dependencies);
}

async function factsOf(
  { tenantId, revisionId }: BatchItemRecord,
  { templates }: StampingDependencies,
): Promise<RevisionFacts> {
  if (revisionId === undefined) return noFacts;
  return templates.factsOf(tenantId, revisionId);
}

async function readyRow(item: BatchItemRecord, dependencies: StampingDependencies): Promise<ReadyRow> {
  const { certId, issuedAt, studentId, revisionId } = item;
  if (certId === undefined || issuedAt === undefined)
    throw new TypeError('a row to issue needs certId and issuedAt');
  const student = studentId === undefined ? undefined : dependencies.students.get(studentId);
  if (student === undefined) throw new AppError('student_not_found');
  if (revisionId === undefined) throw new AppError('template_missing');
  const { images: variables, ownColumns, rowValues, timeZone } = await factsOf(item, dependencies);
  const { reprint, tenant, publicUrl } = dependencies;
  const own = reprint ? {} : rowValues.own(student.custom);
  const batchValues = { ...dependencies.batchValues, ...own };
  const artwork = dependencies.artworkOf({ batch: batchValues });
  const template = await dependencies.templates.ready(item.tenantId, revisionId, artwork);
  const images = await dependencies.studentImages.read(student, variables);
  // What was printed before there was a time zone of the organization took none of it.
  const issued = issuedIn(issuedAt, { timeZone }, reprint ? {} : tenant);
  const issuedOn = reprint?.issuedOn ?? issued.issuedOn;
  const certificate = printedCertificate(certId, { issuedAt, issuedOn }, publicUrl);
  const row = stampRowOf(student, { images, batchValues, tenant, certificate });
  const course = rowValues.course(student.custom, batchValues) || template.name;
  return { template, row, student, ownColumns, course, batchValues };
}

/** The value, or `undefined` if it takes longer than a time slice; it is then cached for the next attempt. */
async function withinTimeSlice<Value>(value: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, times.heavySliceMs, undefined);
  });
  // No unhandled rejection if it fails after the timeout; the next attempt gets the error.
  value.catch(() => undefined);
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

async function stampRow(
  item: BatchItemRecord,
  { template, row, student, ownColumns, course, batchValues }: ReadyRow,
  dependencies: StampingDependencies,
): Promise<StampedRow> {
  const signing = dependencies.signing && {
    signer: dependencies.signing.signer,
    fields: { ...dependencies.signing.params, signedAt: row.certificate.issuedAt },
  };
  const stamped = await template.compiled.stamp(row, signing);
  return {
    item,
    stamped,
    template,
    printed: { ...printedOf(student), course, issuedOn: row.certificate.issuedOn },
    photo: row.images?.['student.photo'] && student.photo,
    custom: Object.fromEntries(ownColumns.map((name) => [name, student.custom[name] ?? ''])),
    batchValues,
    identity: dependencies.identity,
  };
}

/** Returns a function that yields to the event loop (other chunks, lease renewals, the queue) after every 10 ms of work. */
function createYield(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < times.stampingBlockMs) return;
    await setImmediate();
    last = performance.now();
  };
}
