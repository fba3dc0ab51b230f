import { type Design, designShape, limits } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import type { TemplateSummaryRecord } from '@sello/store';
import { type Asker, assetFor } from '../assets/find-asset.ts';
import type { Context } from '../context.ts';
import { storePicture } from '../public/pictures.ts';
import { personNames } from '../views/person.ts';

const designFields = Object.keys(designShape) as (keyof typeof designShape)[];

/** The design among the fields of a template on the wire. */
export function designIn(body: Design): Design {
  return Object.fromEntries(designFields.map((name) => [name, body[name]])) as Design;
}

/**
 * The thumbnail of a save: a picture that was uploaded as one, which is public under an address that nobody can guess, as
 * cards of templates show it. A template made of an entry of the catalog names the entry, because the thumbnail of a
 * built-in entry is no uploaded image. One that is stored already is left as it is: nothing is published anew. Throws
 * `template_image_unknown`, `asset_other_use`.
 */
export async function thumbnailFields(
  { store, blobs }: Pick<Context, 'store' | 'blobs'>,
  asker: Asker,
  thumbnail: string | undefined,
  stored: string | undefined,
): Promise<{ thumbnail?: string; thumbnailKey?: string }> {
  if (thumbnail === undefined || thumbnail === stored) return {};
  const asset = await assetFor(store, 'thumbnail', asker, thumbnail);
  if (asset === null) {
    const entry = await store.catalog.get(thumbnail);
    if (entry) return entry.thumbnailKey === undefined ? {} : { thumbnailKey: entry.thumbnailKey };
    throw new AppError('template_image_unknown', { details: { element: 'thumbnail', asset: thumbnail } });
  }
  const isPublic = asset.key.startsWith('pictures/');
  return {
    thumbnail,
    thumbnailKey: isPublic ? asset.key : await storePicture(blobs, await blobs.read(asset.key)),
  };
}

/** Runs a save; a conflict names the person who saved meanwhile, by name or e-mail. */
export async function withNamedConflict<Saved>(
  store: Context['store'],
  save: () => Promise<Saved>,
): Promise<Saved> {
  try {
    return await save();
  } catch (error) {
    if (!isAppError(error, 'template_conflict')) throw error;
    const { updatedBy: userId, ...details } = error.details as { updatedBy?: string };
    const updatedBy = (await personNames(store, [userId])).get(userId ?? '');
    throw new AppError('template_conflict', {
      details: { ...details, ...(updatedBy !== undefined && { updatedBy }) },
      cause: error,
    });
  }
}

/** Keeps what is about to be overwritten. Only the newest automatic revisions stay. */
export async function freezeOverwritten(
  { store }: Pick<Context, 'store'>,
  template: TemplateSummaryRecord,
  reason: 'edited' | 'restored',
): Promise<void> {
  const { tenantId, _id, updatedBy } = template;
  await store.revisions.freeze(tenantId, _id, { reason, createdBy: updatedBy });
  await store.revisions.prune(tenantId, _id);
}

/** Whether ten minutes of edits would be lost with what a save overwrites. */
export function isFreezeDue({ frozenAt, createdAt }: TemplateSummaryRecord, now = Date.now()): boolean {
  return now - (frozenAt ?? createdAt).getTime() > limits.revisionEveryMs;
}
