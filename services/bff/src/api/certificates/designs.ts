import type { Design } from '@sello/contracts';
import { currentDesign } from '@sello/design';
import type { Store } from '@sello/store';

/** The designs that rows would print now, by template; a template that was deleted is said of its rows later. */
export async function designsOf(
  store: Pick<Store, 'templates'>,
  tenantId: string,
  rows: readonly { templateId?: string | undefined }[],
): Promise<Map<string, Design>> {
  const designs = new Map<string, Design>();
  for (const id of new Set(rows.flatMap(({ templateId }) => templateId ?? []))) {
    const template = await store.templates.get(tenantId, id);
    if (template !== null) designs.set(id, currentDesign(template.design));
  }
  return designs;
}
