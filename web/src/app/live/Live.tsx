import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { nameTimeZone } from '../../tenancy/first-time-zone.ts';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { followTenant } from './follow.ts';

/** Keeps what is on the screen up to date with what others and the server do in the organization. */
export function Live({ tenantId, withBatches }: { tenantId: string; withBatches: boolean }) {
  const queries = useQueryClient();
  const { tenant } = useTenancy();
  useEffect(() => followTenant(tenantId, withBatches), [tenantId, withBatches]);
  // An organization without a time zone gets that of its owner's browser. If that fails, another visit asks again.
  useEffect(() => {
    if (tenant?.role !== 'owner' || tenant.timeZone !== undefined || tenant.deletion) return;
    nameTimeZone(tenant, queries).catch(() => undefined);
  }, [tenant, queries]);
  return null;
}
