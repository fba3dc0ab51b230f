import type { Language } from '@sello/contracts';
import type { Store } from '@sello/store';

/** The built-in templates that a new organization starts with, by key; the others are in the catalog for it to pick. */
const starting = new Set([
  'certificate-of-completion',
  'short-course',
  'attendance',
  'diploma',
  'honourable-mention',
]);

/** Copies the starting templates of a language to an organization. Idempotent: existing names are skipped. */
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
  for (const { key, name, tags, design, thumbnailKey } of entries) {
    if (key === undefined || !starting.has(key) || names.has(name)) continue;
    await store.templates.create(tenantId, { name, tags, design, thumbnailKey, updatedBy: userId });
  }
}
