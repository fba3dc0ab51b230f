import type { templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { personNames } from '../../views/person.ts';
import { pastTemplateView } from '../../views/template.ts';

export const revision: Handler<(typeof templatesApi.calls)['revision']> = async (
  { tenantId, query },
  { store, links },
) => {
  const [template] = await store.templates.summaries(tenantId, [query.id]);
  if (!template) throw new AppError('template_not_found');
  const record = await store.revisions.get(tenantId, query.revisionId);
  if (record?.templateId !== query.id) throw new AppError('revision_not_found');
  return pastTemplateView(record, template, links, await personNames(store, [record.createdBy]));
};
