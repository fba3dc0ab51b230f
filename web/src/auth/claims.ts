import { type Permission, type Role, type TokenGrants, tokenGrants } from '@sello/contracts';

export interface Claims {
  permissions: readonly Permission[];
  roles: readonly Role[];
}

/**
 * Permissions and roles in the access token, and the tenant that they hold in. They only control the interface; the
 * server checks its database on each request. An unreadable token grants nothing.
 */
export function readClaims(accessToken: string): TokenGrants | undefined {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) =>
      c.charCodeAt(0),
    );
    const { app_metadata: metadata } = JSON.parse(new TextDecoder().decode(bytes)) as {
      app_metadata?: unknown;
    };
    return tokenGrants.parse(metadata);
  } catch {
    return undefined;
  }
}
