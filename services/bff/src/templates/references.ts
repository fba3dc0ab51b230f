import type { Design, DesignElement } from '@sello/contracts';
import { kindOf } from '@sello/design';
import { AppError } from '@sello/kit';
import { catalogTenantId } from '@sello/store';
import type { Context } from '../context.ts';

/** Images and font families that a design names, hidden elements included, each with the first element that names it. */
function namedBy(design: Design): { images: Map<string, string>; families: Map<string, string> } {
  const images = new Map<string, string>();
  const families = new Map<string, string>();
  const note = (found: Map<string, string>, key: string, element: string) => {
    if (!found.has(key)) found.set(key, element);
  };
  const walk = (elements: readonly DesignElement[]) => {
    for (const element of elements) {
      const kind = kindOf(element);
      const label = element.name.trim() === '' ? element.id : element.name;
      for (const id of kind.assets(element)) note(images, id, label);
      for (const { family } of kind.fonts(element)) note(families, family, label);
      walk(kind.children(element));
    }
  };
  for (const { id, background, elements } of design.pages) {
    if (background.assetId) note(images, background.assetId, id);
    walk(elements);
  }
  return { images, families };
}

/**
 * What a design names must be there: images of the organization or of the catalog, fonts of this server or of the
 * organization. `tenantId` is `catalogTenantId` for an entry of the catalog. Throws `template_image_unknown`,
 * `template_font_unknown`, both with the element's name.
 */
export async function checkReferences(
  { store, fonts }: Pick<Context, 'store' | 'fonts'>,
  tenantId: string,
  design: Design,
): Promise<void> {
  const { images, families } = namedBy(design);
  const ids = [...images.keys()];
  const shelves = tenantId === catalogTenantId ? [tenantId] : [tenantId, catalogTenantId];
  const present = new Set<string>();
  for (const shelf of ids.length === 0 ? [] : shelves) {
    for (const { _id, use } of await store.assets.getMany(shelf, ids)) {
      // A thumbnail goes when no template shows it any more.
      if (use !== 'thumbnail') present.add(_id);
    }
  }
  const image = ids.find((id) => !present.has(id));
  if (image !== undefined) {
    throw new AppError('template_image_unknown', { details: { element: images.get(image), asset: image } });
  }

  const asked = [...families.keys()].filter((family) => !fonts.has(family));
  const own = asked.length === 0 ? [] : await store.fonts.ofFamilies(tenantId, asked);
  const live = new Set(own.filter(({ removedAt }) => removedAt === undefined).map(({ family }) => family));
  const family = asked.find((one) => !live.has(one));
  if (family !== undefined) {
    throw new AppError('template_font_unknown', { details: { element: families.get(family), family } });
  }
}
