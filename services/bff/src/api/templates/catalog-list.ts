import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { listed } from '../../http/whole-list.ts';
import { catalogSummaryView } from '../../views/template.ts';

export const catalogList: Handler<(typeof templatesApi.calls)['catalog-list']> = async (
  { query },
  { store, links },
) =>
  listed(
    query,
    (page) => store.catalog.list({ ...query, ...page }),
    (record) => catalogSummaryView(record, links),
  );
