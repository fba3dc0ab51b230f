import { tenantRole, type tenantsApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** The roles a member can have. */
export const getRoles: Handler<(typeof tenantsApi.calls)['get-roles']> = async () =>
  tenantRole.options.map((name) => ({ name }));
