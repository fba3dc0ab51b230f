import type { Language } from '@sello/contracts';
import type { Store } from '@sello/store';

/** Copies the built-in templates of a language to an organization. Idempotent: existing names are skipped. */
export async function copyBuiltIns(
  store: Pick<Store, 'catalog' | 'templates'>,
  tenantId: string,
  { language, userId }: { language: Language; userId: string },
): Promise<void> {
  const [entries, { items }] = await Promise.all([
    store.catalog.builtIns(language),
    store.templates.list(tenantId),
  ]);
  const names = new Set(items.map((template) => template.name));
  for (const { name, tags, design, thumbnailKey } of entries) {
    if (names.has(name)) continue;
    await store.templates.create(tenantId, { name, tags, design, thumbnailKey, updatedBy: userId });
  }
}
