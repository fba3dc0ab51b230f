import { type Blobs, previewKeys } from '@sello/blobs';
import { type Design, type JobData, type JobResult, specimenCertId, verifyUrl } from '@sello/contracts';
import {
  currentDesign,
  hasSealPaint,
  imageVariablesOf,
  inSealColor,
  printedStudent,
  sampleValues,
} from '@sello/design';
import { AppError } from '@sello/kit';
import type { StampRow } from '@sello/render';
import type { Store, StudentRecord, TenantRecord } from '@sello/store';
import { printedArtwork, readArtwork } from '../issuing/artwork.ts';
import { createDesignSources } from '../issuing/design-sources.ts';
import { issuedIn } from '../issuing/stamp-row.ts';
import { findStudentImages } from '../issuing/student-images.ts';
import { imagesOf } from '../issuing/template-compiler.ts';
import type { PreviewThreads } from './preview-threads.ts';

export interface PreviewDependencies {
  store: Pick<Store, 'templates' | 'students' | 'tenants' | 'assets' | 'fonts'>;
  blobs: Blobs;
  threads: PreviewThreads;
  publicUrl: string;
}

/** Prints templates for people who look at them before anything is issued. */
export interface Previews {
  /**
   * Prints the template, or the design that the caller stored, and stores the PDF. Throws `template_not_found`,
   * `student_not_found`, the errors of a row that the design or the values cause, and faults.
   */
  print(data: JobData<'preview'>): Promise<JobResult<'preview'>>;
}

export function createPreviews({ store, blobs, threads, publicUrl }: PreviewDependencies): Previews {
  const sources = createDesignSources(store, blobs);

  async function designOf({ tenantId, previewId, templateId }: JobData<'preview'>): Promise<Design> {
    if (templateId === undefined) {
      const stored = await blobs.read(previewKeys(tenantId, previewId).design);
      return JSON.parse(stored.toString('utf8')) as Design;
    }
    const template = await store.templates.get(tenantId, templateId);
    if (template === null) throw new AppError('template_not_found');
    return currentDesign(template.design);
  }

  async function rowOf(
    design: Design,
    { tenant, student }: { tenant: TenantRecord; student: StudentRecord | undefined },
  ): Promise<StampRow> {
    const samples = sampleValues(design, tenant, verifyUrl(specimenCertId, publicUrl));
    if (student === undefined) return samples;
    const images = await findStudentImages(store, blobs, tenant._id, [student]);
    const own = await images.read(student, imageVariablesOf(design));
    return {
      ...samples,
      ...(own && { images: own }),
      ...printedStudent(student),
      certificate: { ...samples.certificate, ...issuedIn(new Date(), design, tenant) },
    };
  }

  return {
    async print(data) {
      const { tenantId, previewId, studentId, mark } = data;
      const [design, tenant, student] = await Promise.all([
        designOf(data),
        store.tenants.get(tenantId),
        studentId === undefined ? undefined : store.students.get(tenantId, studentId),
      ]);
      if (tenant === null) throw new AppError('tenant_not_found');
      if (student === null) throw new AppError('student_not_found');
      const row = await rowOf(design, { tenant, student });
      const artworkOf = await readArtwork(store, tenant);
      const artwork = printedArtwork(artworkOf(row), {
        images: imageVariablesOf(design),
        hasSealPaint: hasSealPaint(design),
      });
      const template = {
        owner: tenantId,
        id: previewId,
        design: inSealColor(design, artwork.sealColor),
        images: async () => ({
          assets: await imagesOf(design, { get: (assetId) => sources.asset(tenantId, assetId) }),
          variables: await sources.organization(artwork),
        }),
        fonts: () => sources.fonts(tenantId, design),
        isSpecimen: mark,
      };
      return threads.use(async (thread) => {
        const { prefix, pages } = await thread.compile(template);
        const { tail } = await thread.stamp(template, row);
        const { size } = await blobs.put(previewKeys(tenantId, previewId).pdf, Buffer.concat([prefix, tail]));
        return { size, pages };
      });
    },
  };
}
