import type { CatalogRow } from '../catalog/repository.ts';
import type { Table } from '../database/table.ts';
import type { TemplateRow } from '../templates/repository.ts';
import type { RevisionRecord } from '../templates/templates.ts';
import type { TenantRow } from '../tenants/repository.ts';
import type { AssetRecord } from './assets.ts';

/** What names public pictures by their object key, or by their URL. */
export interface PictureUsers {
  templates: Table<TemplateRow>;
  templateRevisions: Table<RevisionRecord>;
  catalog: Table<CatalogRow>;
  tenants: Table<TenantRow>;
}

/**
 * Which of these objects are shown with a template, are or were the logo of an organization, or are a signature in a
 * compiled prefix.
 */
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
    ...(['prefixes.logo', 'prefixes.signature1', 'prefixes.signature2'] as const).map((path) =>
      templateRevisions.rows.distinct(path, { [path]: { $in: keys } }),
    ),
  ]);
  const logos = await tenants.rows.distinct('logoUrl', { logoUrl: { $exists: true } });
  const names = new Set(logos.map((url) => String(url).split('/').at(-1)));
  return new Set([...(shown.flat() as string[]), ...keys.filter((key) => names.has(key.split('/').at(-1)))]);
}

/** The ids of those of these assets that anything names: also the settings, which name signatures by their ids. */
export async function unsavedInUse(users: PictureUsers, given: readonly AssetRecord[]): Promise<Set<string>> {
  const shown = await picturesShown(
    users,
    given.map(({ key }) => key),
  );
  const ids = given.map(({ _id }) => _id);
  const named = { 'signatories.signature': { $in: ids } };
  const signatures = await users.tenants.rows.distinct('signatories.signature', named as never);
  return new Set([
    ...given.filter(({ key }) => shown.has(key)).map(({ _id }) => _id),
    ...(signatures as string[]),
  ]);
}
