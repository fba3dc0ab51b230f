import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';

/** Throws `not_found` {photo} unless the photograph is a stored image of the tenant. */
export async function checkPhoto(
  store: Pick<Store, 'assets'>,
  tenantId: string,
  photo: string | undefined,
): Promise<void> {
  if (photo === undefined || (await store.assets.get(tenantId, photo)) !== null) return;
  throw new AppError('not_found', { details: { photo } });
}

/** Throws `template_not_found` unless every template named is one of the tenant's. */
export async function checkTemplates(
  store: Pick<Store, 'templates'>,
  tenantId: string,
  templateIds: readonly (string | undefined)[],
): Promise<void> {
  const asked = [...new Set(templateIds.filter((id) => id !== undefined))];
  if (asked.length === 0) return;
  const known = await store.templates.summaries(tenantId, asked);
  if (known.length < asked.length) throw new AppError('template_not_found');
}
