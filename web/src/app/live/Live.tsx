import { useEffect } from 'react';
import { followTenant } from './follow.ts';

/** Keeps what is on the screen up to date with what others and the server do in the organization. */
export function Live({ tenantId, withBatches }: { tenantId: string; withBatches: boolean }) {
  useEffect(() => followTenant(tenantId, withBatches), [tenantId, withBatches]);
  return null;
}
