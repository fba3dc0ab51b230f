import {
  type CatalogEntry,
  type CatalogSummary,
  catalogEntity,
  type PastTemplate,
  type Revision,
  type Template,
  type TemplateSummary,
  templateEntity,
  wireView,
} from '@sello/contracts';
import { currentDesign } from '@sello/design';
import type {
  CatalogRecord,
  CatalogSummaryRecord,
  RevisionRecord,
  TemplateRecord,
  TemplateSummaryRecord,
} from '@sello/store';
import type { Links } from '../links.ts';

const summaryView = wireView(templateEntity);
const entryView = wireView(catalogEntity);

/** Names of people by id, as `personNames` gives them. */
type Names = ReadonlyMap<string, string>;

const thumbnailUrl = (key: string | undefined, links: Links) =>
  key === undefined ? {} : { thumbnailUrl: links.picture(key) };

const by = <Name extends string>(field: Name, userId: string | undefined, names: Names) => {
  const name = names.get(userId ?? '');
  return (name === undefined ? {} : { [field]: name }) as { [key in Name]?: string };
};

export function templateSummaryView(record: TemplateSummaryRecord, links: Links): TemplateSummary {
  return summaryView(record, thumbnailUrl(record.thumbnailKey, links));
}

export function templateView(record: TemplateRecord, links: Links, names: Names): Template {
  return {
    ...templateSummaryView(record, links),
    ...currentDesign(record.design),
    ...by('updatedBy', record.updatedBy, names),
  };
}

export function catalogSummaryView(record: CatalogSummaryRecord, links: Links): CatalogSummary {
  const [page] = record.design.pages;
  return entryView(record, {
    rev: record.rev ?? 1,
    ...thumbnailUrl(record.thumbnailKey, links),
    ...(page && { size: { width: page.width, height: page.height } }),
  });
}

export function catalogEntryView(record: CatalogRecord, links: Links, names: Names): CatalogEntry {
  return {
    ...catalogSummaryView(record, links),
    ...currentDesign(record.design),
    ...by('updatedBy', record.updatedBy, names),
  };
}

const frozenAt = (record: Pick<RevisionRecord, 'frozenAt' | 'createdAt'>) =>
  (record.frozenAt ?? record.createdAt).toISOString();

export function revisionView(record: Omit<RevisionRecord, 'design'>, links: Links, names: Names): Revision {
  const { _id, name, label, reason = 'batch', createdBy, thumbnailKey } = record;
  return {
    ...{ _id, name, reason, createdAt: frozenAt(record) },
    ...(label !== undefined && { label }),
    ...by('createdBy', createdBy, names),
    ...thumbnailUrl(thumbnailKey, links),
  };
}

/** A revision as the template that it was. Its tags are those of today: they are not part of what is printed. */
export function pastTemplateView(
  record: RevisionRecord,
  { tags }: Pick<TemplateSummaryRecord, 'tags'>,
  links: Links,
  names: Names,
): PastTemplate {
  const { templateId: _id, name, design, createdBy, thumbnail, thumbnailKey } = record;
  return {
    ...{ _id, name, tags, updatedAt: frozenAt(record) },
    ...(thumbnail !== undefined && { thumbnail }),
    ...thumbnailUrl(thumbnailKey, links),
    ...currentDesign(design),
    ...by('updatedBy', createdBy, names),
  };
}
