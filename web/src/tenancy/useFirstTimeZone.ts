import { type Tenant, tenantsApi } from '@sello/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/index.ts';
import { ownTimeZone } from '../ui/time-zone/time-zones.ts';

/** The organizations for which this window has asked; once each, whatever became of it. */
const asked = new Set<string>();

/** An organization without a time zone gets that of its owner's browser. Nobody is told: it is in the settings. */
export function useFirstTimeZone(tenant: Tenant | undefined): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (tenant?.role !== 'owner' || tenant.timeZone !== undefined || tenant.deletion) return;
    const timeZone = ownTimeZone();
    if (timeZone === undefined || asked.has(tenant._id)) return;
    asked.add(tenant._id);
    // Another visit asks again.
    nameTimeZone(tenant._id, timeZone, queries).catch(() => undefined);
  }, [tenant, queries]);
}

async function nameTimeZone(tenantId: string, timeZone: string, queries: QueryClient): Promise<void> {
  const named = await call(tenantsApi, 'time-zone', { tenantId, body: { tenantId, timeZone } });
  queries.setQueriesData<Tenant[]>({ queryKey: ['tenants', 'my'] }, (known) =>
    known?.map((one) => (one._id === tenantId ? { ...one, timeZone: named.timeZone ?? timeZone } : one)),
  );
  await queries.invalidateQueries({ queryKey: ['tenants', 'settings'] });
}
