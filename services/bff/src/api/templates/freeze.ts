import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { checkReferences } from '../../templates/references.ts';
import { designIn } from '../../templates/save.ts';
import { personNames } from '../../views/person.ts';
import { revisionView } from '../../views/template.ts';

/** A revision that the editor asks for: on leaving, before it saves over it, under a name, or of what it does not save. */
export const freeze: Handler<(typeof templatesApi.calls)['freeze']> = async (
  { tenantId, body, person },
  context,
) => {
  const { store, links, templateCheck, audit } = context;
  const { id, label, reason } = body;
  const unsaved = body.unsaved && { name: body.unsaved.name, design: designIn(body.unsaved) };
  if (unsaved) {
    // It can be restored, so it must be one that could be saved.
    await checkReferences(context, tenantId, unsaved.design);
    await templateCheck.run(tenantId, unsaved.design);
  }
  const facts = { reason, label, createdBy: person.userId, unsaved };
  const record = await store.revisions.freeze(tenantId, id, facts);
  await store.revisions.prune(tenantId, id);
  // The editor asks for the others by itself.
  if (reason === 'named') {
    const details = { name: record.name, label };
    await audit.note(tenantId, person, { action: 'templates.freeze', target: id, details });
  }
  return revisionView(record, links, await personNames(store, [record.createdBy]));
};
