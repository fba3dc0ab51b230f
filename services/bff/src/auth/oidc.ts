import { times } from '@sello/kit';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';

/** The claims of the identity provider; `issuer` + `subject` identifies a user, never the e-mail. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Lower case. */
  email: string;
  emailVerified: boolean;
  name: string | undefined;
  pictureUrl: string | undefined;
}

/** Values of an authorization request, needed to validate its response. */
export interface OidcChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface OidcClient {
  begin(): Promise<{ url: URL; checks: OidcChecks }>;
  /** Throws IssuerRefusal when the user or the identity provider refused, other errors for faults. */
  finish(search: string, checks: OidcChecks): Promise<Identity>;
}

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  redirectUri: string;
}

/** The identity provider answered with an OAuth error, such as `access_denied` after a cancel. */
export class IssuerRefusal extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the issuer answered ${code}`);
    this.name = 'IssuerRefusal';
    this.code = code;
  }
}

/**
 * A relying party (OpenID Connect Core 1.0, code flow with PKCE, state and nonce). The provider's metadata is discovered
 * on first use and again after a failure, so that the service starts while the provider is down.
 */
export function createOidcClient(settings: OidcSettings): OidcClient {
  let pending: Promise<Configuration> | undefined;

  function configuration(): Promise<Configuration> {
    pending ??= discovery(new URL(settings.issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: times.issuerSeconds,
      execute: settings.issuer.startsWith('http://') ? [allowInsecureRequests] : [],
    }).catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  }

  return {
    async begin() {
      const config = await configuration();
      const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: settings.redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      return { url, checks };
    },

    async finish(search, checks) {
      const config = await configuration();
      const url = new URL(settings.redirectUri);
      url.search = search;
      const tokens = await authorizationCodeGrant(config, url, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      }).catch((error: unknown) => {
        throw error instanceof AuthorizationResponseError ? new IssuerRefusal(error.error) : error;
      });
      const idToken = tokens.claims()!;
      // Providers may omit profile claims from the ID token (OpenID Connect Core, 5.4).
      const claims: Record<string, unknown> =
        typeof idToken.email === 'string'
          ? idToken
          : await fetchUserInfo(config, tokens.access_token, idToken.sub);
      if (typeof claims.email !== 'string') throw new IssuerRefusal('email_missing');
      return {
        issuer: idToken.iss,
        subject: idToken.sub,
        email: claims.email.trim().toLowerCase(),
        // Some providers send the claim as a string.
        emailVerified: claims.email_verified === true || claims.email_verified === 'true',
        name: typeof claims.name === 'string' ? claims.name : undefined,
        pictureUrl: typeof claims.picture === 'string' ? claims.picture : undefined,
      };
    },
  };
}
