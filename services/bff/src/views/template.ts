import { type Template, type TemplateSummary, templateEntity, wireView } from '@sello/contracts';
import { currentDesign } from '@sello/design';
import type { TemplateRecord, TemplateSummaryRecord } from '@sello/store';
import type { Links } from '../links.ts';

const summaryView = wireView(templateEntity);

export function templateSummaryView(record: TemplateSummaryRecord, links: Links): TemplateSummary {
  const { thumbnailKey } = record;
  return summaryView(record, thumbnailKey === undefined ? {} : { thumbnailUrl: links.picture(thumbnailKey) });
}

/** `pages` and `variables` are repeated outside the design, as the specification requires. */
export function templateView(record: TemplateRecord, links: Links): Template {
  const design = currentDesign(record.design);
  return { ...templateSummaryView(record, links), pages: design.pages, variables: design.variables, design };
}
