import { type Design, type DesignElement, isTakenAt } from '@sello/contracts';
import { errorPlace, kindOf } from '@sello/design';
import { AppError } from '@sello/kit';
import { findAssets } from '../assets/find-asset.ts';
import type { Context } from '../context.ts';

/** Where a design names something: its element, or the page whose background it is. */
type Place = ReturnType<typeof errorPlace> | { element: string; pageId: string };

/** Images and font families that a design names, hidden elements included, each with the first place that names it. */
function namedBy(design: Design): { images: Map<string, Place>; families: Map<string, Place> } {
  const images = new Map<string, Place>();
  const families = new Map<string, Place>();
  const note = (found: Map<string, Place>, key: string, place: Place) => {
    if (!found.has(key)) found.set(key, place);
  };
  const walk = (elements: readonly DesignElement[]) => {
    for (const element of elements) {
      const kind = kindOf(element);
      const place = errorPlace(element);
      for (const id of kind.assets(element)) note(images, id, place);
      for (const { family } of kind.fonts(element)) note(families, family, place);
      walk(kind.children(element));
    }
  };
  for (const [index, { id, background, elements }] of design.pages.entries()) {
    if (background.assetId) note(images, background.assetId, { element: `page ${index + 1}`, pageId: id });
    walk(elements);
  }
  return { images, families };
}

/**
 * What a design names must be there: images of the organization or of the catalog, fonts of this server or of the
 * organization. `tenantId` is `catalogTenantId` for an entry of the catalog. Throws `template_image_unknown`,
 * `template_font_unknown`, both with the `element`, and its `elementId` or `pageId`.
 */
export async function checkReferences(
  { store, fonts }: Pick<Context, 'store' | 'fonts'>,
  tenantId: string,
  design: Design,
): Promise<void> {
  const { images, families } = namedBy(design);
  const ids = [...images.keys()];
  const found = await findAssets(store, tenantId, ids);
  const present = new Set(found.filter((asset) => isTakenAt(asset, 'design')).map(({ _id }) => _id));
  const image = ids.find((id) => !present.has(id));
  if (image !== undefined) {
    throw new AppError('template_image_unknown', { details: { ...images.get(image), asset: image } });
  }

  const asked = [...families.keys()].filter((family) => !fonts.has(family));
  const own = asked.length === 0 ? [] : await store.fonts.ofFamilies(tenantId, asked);
  const live = new Set(own.filter(({ removedAt }) => removedAt === undefined).map(({ family }) => family));
  const family = asked.find((one) => !live.has(one));
  if (family !== undefined) {
    throw new AppError('template_font_unknown', { details: { ...families.get(family), family } });
  }
}
