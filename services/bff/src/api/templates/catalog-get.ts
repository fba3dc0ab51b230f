import type { templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { personNames } from '../../views/person.ts';
import { catalogEntryView } from '../../views/template.ts';

export const catalogGet: Handler<(typeof templatesApi.calls)['catalog-get']> = async (
  { query },
  { store, links },
) => {
  const record = await store.catalog.get(query.id);
  if (record === null) throw new AppError('template_not_found');
  return catalogEntryView(record, links, await personNames(store, [record.updatedBy]));
};
