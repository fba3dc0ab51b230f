import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';
import { personNames } from '../../views/person.ts';
import { revisionView } from '../../views/template.ts';

/** A revision that the editor asks for: on leaving, or under a name. */
export const freeze: Handler<(typeof templatesApi.calls)['freeze']> = async (
  { tenantId, body, person },
  { store, links },
) => {
  const { id, label, reason } = body;
  const record = await store.revisions.freeze(tenantId, id, { reason, label, createdBy: person.userId });
  await store.revisions.prune(tenantId, id);
  return revisionView(record, links, await personNames(store, [record.createdBy]));
};
