import { brandLimits, type templatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

export const brand: Handler<(typeof templatesApi.calls)['brand']> = async ({ tenantId }, { store }) => {
  const { colors, families } = await store.templates.brand(tenantId);
  return { colors: colors.slice(0, brandLimits.colors), families: families.slice(0, brandLimits.families) };
};
