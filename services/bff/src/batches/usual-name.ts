import {
  courseKey,
  type Design,
  isBatchNameTooLong,
  serviceLimits,
  usualBatchName,
  zoneOf,
} from '@sello/contracts';
import type { Store } from '@sello/store';
import type { Designs } from './batch-values.ts';

const batchesRead = 500;

/**
 * The name of a batch whose caller gives none: the course, else the templates' names, and the day of issue as the first
 * design prints it; with a number when a batch of these days has that name.
 */
export async function usualNameOf(
  store: Pick<Store, 'batches' | 'templates' | 'tenants'>,
  tenantId: string,
  designs: Designs,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const now = new Date();
  const [first] = designs.values();
  // Every row has failed.
  if (first === undefined) return '';
  const course = Object.hasOwn(values, courseKey) ? values[courseKey]! : '';
  const issued = course || (await templateNames(store, tenantId, [...designs.keys()]));
  const from = new Date(now.getTime() - serviceLimits.nameLookBackMs);
  const { items } = await store.batches.list(tenantId, { kinds: ['generate'], from, limit: batchesRead });
  const tenant = (await store.tenants.get(tenantId)) ?? {};
  return usualBatchName(
    issued,
    dayOf(first, zoneOf(first, tenant), now),
    new Set(items.map(({ title }) => title)),
  );
}

async function templateNames(
  store: Pick<Store, 'templates'>,
  tenantId: string,
  templateIds: readonly string[],
): Promise<string> {
  const names = (await store.templates.summaries(tenantId, templateIds)).map(({ name }) => name);
  const all = names.join(', ');
  return isBatchNameTooLong(all) ? names[0]! : all;
}

function dayOf({ locale }: Pick<Design, 'locale'>, timeZone: string, at: Date): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }).format(at);
}
