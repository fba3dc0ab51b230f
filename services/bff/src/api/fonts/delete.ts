import type { fontsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/**
 * Removes a font from the list. Its bytes are kept, because certificates issued with it may have to be printed again.
 */
export const deleteFont: Handler<(typeof fontsApi.calls)['delete']> = async (
  { tenantId, query, person },
  { store, audit },
) => {
  const font = (await store.fonts.list(tenantId)).find(({ _id }) => _id === query.id);
  if (!(await store.fonts.remove(tenantId, query.id))) throw new AppError('font_not_found');
  await audit.note(tenantId, person, {
    action: 'fonts.delete',
    target: query.id,
    details: { family: font?.family },
  });
  return { success: true };
};
