import { type Permission, permission, type Role, role } from '@sello/contracts';

export interface Claims {
  permissions: readonly Permission[];
  roles: readonly Role[];
}

export const noClaims: Claims = { permissions: [], roles: [] };

/**
 * Permissions and roles in the access token, for the tenant used last. They only control the interface; the server
 * checks its database on each request. An unreadable token grants nothing.
 */
export function readClaims(accessToken: string): Claims {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const { app_metadata: metadata } = JSON.parse(new TextDecoder().decode(bytes)) as {
      app_metadata?: { permissions?: unknown; roles?: unknown };
    };
    return {
      permissions: permission.array().parse(metadata?.permissions ?? []),
      roles: role.array().parse(metadata?.roles ?? []),
    };
  } catch {
    return noClaims;
  }
}
