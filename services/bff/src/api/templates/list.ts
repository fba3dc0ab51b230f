import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { templateSummaryView } from '../../views/template.ts';

export const list: Handler<(typeof templatesApi.calls)['list']> = async (
  { tenantId, query },
  { store, links },
) => {
  const page = await store.templates.list(tenantId, query);
  return { ...page, items: page.items.map((record) => templateSummaryView(record, links)) };
};
