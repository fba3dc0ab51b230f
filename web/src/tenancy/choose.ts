import type { Tenant } from '@sello/contracts';

/** The stored tenant when it is still listed, else the first; none when there is none. */
export function chooseTenant(tenants: readonly Tenant[], storedId: string | null): Tenant | undefined {
  return tenants.find((tenant) => tenant._id === storedId) ?? tenants[0];
}
