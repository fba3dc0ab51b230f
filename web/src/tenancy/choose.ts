import type { Tenant } from '@sello/contracts';

/** The stored tenant if it is still listed, else the first; undefined for an empty list. */
export function chooseTenant(tenants: readonly Tenant[], storedId: string | null): Tenant | undefined {
  return tenants.find((tenant) => tenant._id === storedId) ?? tenants[0];
}
