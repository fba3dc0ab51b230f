import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const deleteBatch: Handler<(typeof templatesApi.calls)['delete-batch']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const ids = [...new Set(body.ids)];
  const names = (await store.templates.summaries(tenantId, ids)).map(({ name }) => name);
  const deleted = await store.templates.deleteMany(tenantId, ids);
  await audit.note(tenantId, person, { action: 'templates.delete-batch', details: { names, deleted } });
  return { success: true, deleted };
};
