import type { templatesApi } from '@sello/contracts';
import { currentDesign } from '@sello/design';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { freezeOverwritten, withNamedConflict } from '../../templates/save.ts';
import { templateSummaryView } from '../../views/template.ts';

/** Saves an old revision as a new `rev`; what it replaces is kept as a revision too. */
export const restore: Handler<(typeof templatesApi.calls)['restore']> = async (
  { tenantId, body, person, operationId },
  context,
) => {
  const { store, links, audit } = context;
  const { id, revisionId, rev } = body;
  const [stored] = await store.templates.summaries(tenantId, [id]);
  if (!stored) throw new AppError('template_not_found');
  const old = await store.revisions.get(tenantId, revisionId);
  if (old?.templateId !== id) throw new AppError('revision_not_found');
  if (stored.rev === rev) await freezeOverwritten(context, stored, 'restored');
  const { name, thumbnail, thumbnailKey } = old;
  const fields = {
    ...{ name, thumbnail, thumbnailKey, tags: stored.tags, design: currentDesign(old.design) },
    updatedBy: person.userId,
  };
  const record = await withNamedConflict(store, () =>
    store.templates.update(tenantId, id, fields, { rev, saveId: operationId }),
  );
  await audit.note(tenantId, person, {
    action: 'templates.restore',
    target: id,
    details: { name, revisionId },
  });
  return templateSummaryView(record, links);
};
