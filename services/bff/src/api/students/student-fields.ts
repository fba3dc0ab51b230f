import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import { type Asker, assetFor } from '../../assets/find-asset.ts';

/**
 * Keeps a student's photograph for who is about to be saved with it; `known` is the one that the student has. Throws
 * `not_found` {photo} unless it is a stored one of the tenant, `asset_other_use` when it was not uploaded as photograph.
 */
export async function keepPhoto(
  store: Pick<Store, 'assets'>,
  asker: Asker & { tenantId: string },
  photo: string | undefined,
  known: string | undefined,
): Promise<void> {
  if (photo === undefined || photo === known) return;
  const asset = await assetFor(store, 'photo', asker, photo);
  const kept = asset && (await store.assets.keep(asker.tenantId, 'photo', [photo]));
  if (!kept?.has(photo)) throw new AppError('not_found', { details: { photo } });
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
