import { templatesApi } from '@sello/contracts';
import { builtInTemplates, catalogLocales } from '@sello/design';
import type { ApiClient } from './client.ts';

/**
 * The id of an organization's copy of a built-in template, in whichever language it started. Throws when it has none.
 * Nothing is asked for when certificates are issued with `honourable-mention`.
 */
export async function startingTemplate(client: ApiClient, tenant: string, key: string): Promise<string> {
  const { items } = await client.call(templatesApi, 'list', { tenant, query: {} });
  const builtIns = catalogLocales.flatMap((locale) => builtInTemplates(locale));
  const names = new Set(builtIns.filter((one) => one.key === key).map(({ name }) => name));
  const found = items.find(({ name }) => names.has(name));
  if (found === undefined) throw new Error(`The organization has no template ${key}.`);
  return found._id;
}
