import type { templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { personNames } from '../../views/person.ts';
import { templateView } from '../../views/template.ts';

export const get: Handler<(typeof templatesApi.calls)['get']> = async (
  { tenantId, query },
  { store, links },
) => {
  const record = await store.templates.get(tenantId, query.id);
  if (record === null) throw new AppError('template_not_found');
  return templateView(record, links, await personNames(store, [record.updatedBy]));
};
