import type { templatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type Asker, assetFor } from '../../assets/find-asset.ts';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { kindOfPicture } from '../../public/pictures.ts';
import { cleanTags, existingByFold } from '../../tags/clean-tags.ts';
import { keywordTags } from '../../tags/keywords.ts';

/** A larger picture is not sent: a thumbnail has a tenth of it. */
const thumbnailBytes = 2 * 1024 * 1024;

/** The AI gets the texts and the thumbnail, and nothing else: tags that exist are preferred here, afterwards. */
export const catalogGenerateTags: Handler<(typeof templatesApi.calls)['catalog-generate-tags']> = async (
  call,
  context,
) => {
  const { texts, language } = call.body;
  const { store, aiTags } = context;
  const thumbnail = await thumbnailUrl(context, call, call.body.thumbnail);
  const existing = existingByFold([...call.body.existing, ...(await store.catalog.tags(language))]);
  const isEmpty = thumbnail === undefined && texts.every((text) => text.trim() === '');
  if (isEmpty) return { tags: [], method: 'keywords' };

  const result = await aiTags.suggest({ texts, thumbnail, language });
  const tags = 'tags' in result ? cleanTags(result.tags, { language, existing }) : [];
  if (tags.length > 0) return { tags, method: 'ai' };
  return {
    tags: keywordTags(texts, { language, existing }),
    method: 'keywords',
    reason: 'failure' in result ? result.failure : 'invalid',
  };
};

/** The thumbnail as a data URL, if it is a picture that can be sent. Throws `template_image_unknown`, `asset_other_use`. */
async function thumbnailUrl(
  { store, blobs, aiTags, log }: Pick<Context, 'store' | 'blobs' | 'aiTags' | 'log'>,
  asker: Asker,
  given: string | undefined,
): Promise<string | undefined> {
  if (given === undefined) return undefined;
  let bytes: Uint8Array | undefined;
  if (given.startsWith('data:')) {
    bytes = Buffer.from(given.slice(given.indexOf(',') + 1), 'base64');
  } else {
    const asset = await assetFor(store, 'tags', asker, given);
    if (asset === null) {
      throw new AppError('template_image_unknown', { details: { element: 'thumbnail', asset: given } });
    }
    if (!aiTags.isPresent || asset.size > thumbnailBytes) return undefined;
    // The text is enough without it.
    bytes = await blobs.read(asset.key).catch((error: unknown) => {
      log.warn({ err: error, asset: given }, 'a thumbnail could not be read');
      return undefined;
    });
  }
  const kind = bytes && kindOfPicture(bytes);
  return bytes && kind && `data:${kind.type};base64,${Buffer.from(bytes).toString('base64')}`;
}
