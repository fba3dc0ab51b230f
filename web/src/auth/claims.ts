import { type Permission, permission, type Role, role } from '@sello/contracts';

export interface Claims {
  permissions: readonly Permission[];
  roles: readonly Role[];
}

export const noClaims: Claims = { permissions: [], roles: [] };

/**
 * What the access token says of a person in the tenant they used last. It steers the interface only; the server looks
 * at its database on each request. A token that cannot be read clears the permissions.
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
