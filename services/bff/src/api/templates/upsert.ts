import { isAllowed, type templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { templateSummaryView } from '../../views/template.ts';

/**
 * Creating and editing a template need different permissions. A template that is too heavy to be stamped is not saved.
 */
export const upsert: Handler<(typeof templatesApi.calls)['upsert']> = async (
  { tenantId, body, person, roles, operationId },
  { store, links, templateCheck },
) => {
  const { _id, name, tags, design } = body;
  const needed = _id === undefined ? 'templates.create' : 'templates.edit';
  if (!isAllowed(roles, needed)) throw new AppError('forbidden', { details: { permission: needed } });
  await templateCheck.run(tenantId, design);
  const fields = { name, tags: [...new Set(tags)], design, updatedBy: person.userId };
  const record =
    _id === undefined
      ? await store.templates.create(tenantId, fields, operationId)
      : await store.templates.update(tenantId, _id, fields);
  return templateSummaryView(record, links);
};
