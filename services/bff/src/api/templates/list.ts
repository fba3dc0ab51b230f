import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { templateSummaryView } from '../../views/template.ts';

export const list: Handler<(typeof templatesApi.calls)['list']> = async (
  { tenantId, query },
  { store, links },
) =>
  listed(
    query,
    (page) => store.templates.list(tenantId, { ...query, ...page }),
    (record) => templateSummaryView(record, links),
  );
