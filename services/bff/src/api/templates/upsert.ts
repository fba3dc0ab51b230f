import { isAllowed, type templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { checkReferences } from '../../templates/references.ts';
import {
  designIn,
  freezeOverwritten,
  isFreezeDue,
  thumbnailFields,
  withNamedConflict,
} from '../../templates/save.ts';
import { templateSummaryView } from '../../views/template.ts';

/**
 * Creating and editing a template need different permissions. A template that is too heavy to be stamped, or names what
 * is not there, is not saved.
 */
export const upsert: Handler<(typeof templatesApi.calls)['upsert']> = async (
  { tenantId, body, person, roles, operationId },
  context,
) => {
  const { store, links, templateCheck, audit } = context;
  const { _id, name, tags, rev } = body;
  const needed = _id === undefined ? 'templates.create' : 'templates.edit';
  if (!isAllowed(roles, needed)) throw new AppError('forbidden', { details: { permission: needed } });
  const design = designIn(body);
  await checkReferences(context, tenantId, design);
  await templateCheck.run(tenantId, design);
  const [stored] = _id === undefined ? [] : await store.templates.summaries(tenantId, [_id]);
  const asker = { tenantId, roles };
  const thumbnail = await thumbnailFields(context, asker, body.thumbnail, stored?.thumbnail);
  const fields = { name, tags, design, ...thumbnail, updatedBy: person.userId };
  if (_id === undefined || rev === undefined) {
    const created = await store.templates.create(tenantId, fields, operationId);
    const details = { name, created: true };
    await audit.note(tenantId, person, { action: 'templates.upsert', target: created._id, details });
    return templateSummaryView(created, links);
  }
  if (stored && stored.rev === rev && isFreezeDue(stored)) {
    await freezeOverwritten(context, stored, 'edited');
  }
  const record = await withNamedConflict(store, () =>
    store.templates.update(tenantId, _id, fields, { rev, saveId: operationId }),
  );
  await audit.noteRepeated(tenantId, person, { action: 'templates.upsert', target: _id, details: { name } });
  return templateSummaryView(record, links);
};
