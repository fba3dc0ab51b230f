import { isAllowed, type templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { catalogTenantId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { checkReferences } from '../../templates/references.ts';
import { designIn, thumbnailFields, withNamedConflict } from '../../templates/save.ts';
import { catalogSummaryView } from '../../views/template.ts';

/** The images of an entry are those of the catalog, so that every organization that copies it may print them. */
export const catalogUpsert: Handler<(typeof templatesApi.calls)['catalog-upsert']> = async (
  { body, person, roles, operationId },
  context,
) => {
  const { store, links, templateCheck, audit } = context;
  const { _id, name, tags, language, rev } = body;
  const needed = _id === undefined ? 'catalog.create' : 'catalog.edit';
  if (!isAllowed(roles, needed)) throw new AppError('forbidden', { details: { permission: needed } });
  const design = designIn(body);
  await checkReferences(context, catalogTenantId, design);
  await templateCheck.run(catalogTenantId, design);
  const stored = _id === undefined ? null : await store.catalog.get(_id);
  const asker = { tenantId: catalogTenantId, roles };
  const thumbnail = await thumbnailFields(context, asker, body.thumbnail, stored?.thumbnail);
  const fields = { name, tags, design, language, ...thumbnail, updatedBy: person.userId };
  if (_id !== undefined && rev !== undefined) {
    const record = await withNamedConflict(store, () =>
      store.catalog.update(_id, fields, { rev, saveId: operationId }),
    );
    const details = { name };
    await audit.noteRepeated(catalogTenantId, person, {
      action: 'templates.catalog-upsert',
      target: _id,
      details,
    });
    return catalogSummaryView(record, links);
  }
  const record = await store.catalog.create(fields, operationId);
  await audit.note(catalogTenantId, person, {
    action: 'templates.catalog-upsert',
    target: record._id,
    details: { name, created: true },
  });
  return catalogSummaryView(record, links);
};
