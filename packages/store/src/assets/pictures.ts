import type { CatalogRow } from '../catalog/repository.ts';
import type { Table } from '../database/table.ts';
import type { TemplateRow } from '../templates/repository.ts';
import type { RevisionRecord } from '../templates/templates.ts';
import type { TenantRow } from '../tenants/repository.ts';

/** What names public pictures by their object key, or by their URL. */
export interface PictureUsers {
  templates: Table<TemplateRow>;
  templateRevisions: Table<RevisionRecord>;
  catalog: Table<CatalogRow>;
  tenants: Table<TenantRow>;
}

/** Which of these public pictures are shown with a template, or are or were the logo of an organization. */
export async function picturesShown(
  { templates, templateRevisions, catalog, tenants }: PictureUsers,
  given: readonly string[],
): Promise<Set<string>> {
  const keys = [...given];
  const named = { thumbnailKey: { $in: keys } };
  const shown = await Promise.all([
    templates.rows.distinct('thumbnailKey', named),
    templateRevisions.rows.distinct('thumbnailKey', named),
    catalog.rows.distinct('thumbnailKey', named),
    templateRevisions.rows.distinct('prefixes.logo', { 'prefixes.logo': { $in: keys } }),
  ]);
  const logos = await tenants.rows.distinct('logoUrl', { logoUrl: { $exists: true } });
  const names = new Set(logos.map((url) => String(url).split('/').at(-1)));
  return new Set([...(shown.flat() as string[]), ...keys.filter((key) => names.has(key.split('/').at(-1)))]);
}
