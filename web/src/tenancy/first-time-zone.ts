import { type Tenant, tenantsApi } from '@sello/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../api/index.ts';
import { ownTimeZone } from '../ui/time-zone/own-time-zone.ts';

/** The organizations for which this window has asked; once each, whatever became of it. */
const asked = new Set<string>();

/** Gives an organization the time zone of its owner's browser. Nobody is told: it is in the settings. */
export async function nameTimeZone({ _id: tenantId }: Tenant, queries: QueryClient): Promise<void> {
  const timeZone = ownTimeZone();
  if (timeZone === undefined || asked.has(tenantId)) return;
  asked.add(tenantId);
  const named = await call(tenantsApi, 'time-zone', { tenantId, body: { timeZone } });
  queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known) =>
    known?.map((one) => (one._id === tenantId ? { ...one, timeZone: named.timeZone ?? timeZone } : one)),
  );
  await queries.invalidateQueries({ queryKey: ['tenants', 'settings'] });
}
