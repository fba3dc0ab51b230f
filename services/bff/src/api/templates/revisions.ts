import type { templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { personNames } from '../../views/person.ts';
import { revisionView } from '../../views/template.ts';

export const revisions: Handler<(typeof templatesApi.calls)['revisions']> = async (
  { tenantId, query },
  { store, links },
) => {
  const [template] = await store.templates.summaries(tenantId, [query.id]);
  if (!template) throw new AppError('template_not_found');
  const records = await store.revisions.listOf(tenantId, query.id);
  const names = await personNames(
    store,
    records.map(({ createdBy }) => createdBy),
  );
  return { items: records.map((record) => revisionView(record, links, names)) };
};
