import { activeTenant } from '../state/activeTenant.ts';
import type { Client } from './client.ts';
import { call } from './index.ts';
import { reading } from './reading.ts';

/** The calls and reads of one tenant, whichever is active when they are made. */
export interface TenantClient {
  readonly tenantId: string | null;
  readonly call: Client['call'];
  readonly reading: typeof reading;
}

/** The client of a tenant, for what outlives a screen or makes several calls; `null`: of none. */
export function clientOf(tenantId: string | null): TenantClient {
  const loose = { call, reading } as Record<'call' | 'reading', (...given: unknown[]) => unknown>;
  const ofTenant = (name: 'call' | 'reading') => (api: unknown, key: unknown, input?: object) =>
    loose[name](api, key, { tenantId, ...input });
  return { tenantId, call: ofTenant('call'), reading: ofTenant('reading') } as unknown as TenantClient;
}

/** The client of the tenant that is active now. Work of several calls takes it before it waits for the first. */
export const activeClient = (): TenantClient => clientOf(activeTenant.get());
