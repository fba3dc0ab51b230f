import type { Template, TemplateSummary } from '@sello/contracts';
import type { TemplateRecord, TemplateSummaryRecord } from '@sello/store';
import type { Links } from '../links.ts';

export function templateSummaryView(record: TemplateSummaryRecord, links: Links): TemplateSummary {
  return {
    _id: record._id,
    name: record.name,
    ...(record.thumbnailKey === undefined ? {} : { thumbnailUrl: links.picture(record.thumbnailKey) }),
    tags: record.tags,
    updatedAt: record.updatedAt.toISOString(),
  };
}

/** `pages` and `variables` stand beside the design because the specification names them so. */
export function templateView(record: TemplateRecord, links: Links): Template {
  const { design } = record;
  return { ...templateSummaryView(record, links), pages: design.pages, variables: design.variables, design };
}
