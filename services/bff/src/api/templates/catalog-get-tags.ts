import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const catalogGetTags: Handler<(typeof templatesApi.calls)['catalog-get-tags']> = async (
  { query },
  { store },
) => ({ tags: await store.catalog.tags(query.language) });
