import { type JobData, type PreflightTemplateFinding, specimenCertId } from '@sello/contracts';
import {
  currentDesign,
  hasSealPaint,
  imageVariablesOf,
  inSealColor,
  type RowValues,
  rowValuesOf,
} from '@sello/design';
import { AppError } from '@sello/kit';
import type { HeavyTemplate, StampRow } from '@sello/render';
import type { PrintedStudent, TemplateRecord, TenantRecord } from '@sello/store';
import { printedArtwork, readArtwork } from '../issuing/artwork.ts';
import type { DesignSources } from '../issuing/design-sources.ts';
import { issuedIn, printedCertificate, stampRowOf } from '../issuing/stamp-row.ts';
import type { StudentImages } from '../issuing/student-images.ts';
import { imagesOf } from '../issuing/template-compiler.ts';
import type { PreflightDependencies } from './dependencies.ts';
import type { CheckedRow } from './tally.ts';
import { templateFindings, unvaryingElements } from './template-facts.ts';

/** A template as it is now, for the render thread. */
export interface CheckedTemplate {
  record: TemplateRecord;
  heavy: HeavyTemplate;
  images: readonly string[];
  unvarying: ReadonlySet<string>;
  rowValues: RowValues;
  certificate: StampRow['certificate'];
}

/** What the rows of a slice are checked with. */
export interface SliceContext {
  tenant: TenantRecord;
  values: Readonly<Record<string, string>>;
  /** Null for a template that was deleted. */
  template(templateId: string): Promise<CheckedTemplate | null>;
  rowOf(student: PrintedStudent, template: CheckedTemplate, images: StudentImages): Promise<StampRow>;
}

/** Reads templates once, and makes of students what is printed, as issuing does. */
export async function openSlice(
  { store, publicUrl }: Pick<PreflightDependencies, 'store' | 'publicUrl'>,
  sources: DesignSources,
  { tenantId }: Pick<JobData<'preflight'>, 'tenantId'>,
  values: Readonly<Record<string, string>>,
): Promise<SliceContext> {
  const found = await store.tenants.get(tenantId);
  if (found === null) throw new AppError('tenant_not_found');
  const tenant: TenantRecord = found;
  const ofBatch = (await readArtwork(store, tenant))({ batch: values });
  const templates = new Map<string, Promise<CheckedTemplate | null>>();
  // The rows that are sent to the thread together share this and what they print of themselves: they are copied once.
  const { name, publicName } = tenant;
  const issuer = { name, publicName };
  const now = new Date();

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
      certificate: printedCertificate(specimenCertId, issuedIn(now, design, tenant), publicUrl),
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
    rowOf: async (student, { images: variables, rowValues, certificate }, images) => {
      const own = rowValues.own(student.custom);
      return stampRowOf(student, {
        images: await images.read(student, variables),
        batchValues: Object.keys(own).length === 0 ? values : { ...values, ...own },
        ...{ tenant: issuer, certificate },
      });
    },
  };
}

/** What is to be said of the templates of rows that were checked. */
export async function templatesOf(
  { template }: Pick<SliceContext, 'template'>,
  rows: readonly CheckedRow[],
): Promise<PreflightTemplateFinding[]> {
  const rowsOf = new Map<string, number>();
  for (const { templateId } of rows) {
    if (templateId !== undefined) rowsOf.set(templateId, (rowsOf.get(templateId) ?? 0) + 1);
  }
  const found: PreflightTemplateFinding[] = [];
  for (const [templateId, count] of rowsOf) {
    const checked = await template(templateId);
    if (checked) found.push(...templateFindings(checked.record, count));
  }
  return found;
}
