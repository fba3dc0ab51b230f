import type { templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const usage: Handler<(typeof templatesApi.calls)['usage']> = async ({ tenantId }, { store }) => ({
  items: [...(await store.students.countByTemplate(tenantId))].map(([_id, students]) => ({ _id, students })),
});
