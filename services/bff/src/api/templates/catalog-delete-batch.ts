import type { templatesApi } from '@sello/contracts';
import { catalogTenantId } from '@sello/store';
import type { Handler } from '../../http/implement.ts';

export const catalogDeleteBatch: Handler<(typeof templatesApi.calls)['catalog-delete-batch']> = async (
  { body, person },
  { store, audit },
) => {
  const ids = [...new Set(body.ids)];
  const deleted = await store.catalog.deleteMany(ids);
  const action = 'templates.catalog-delete-batch';
  await audit.note(catalogTenantId, person, { action, details: { ids, deleted } });
  return { success: true, deleted };
};
