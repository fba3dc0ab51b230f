import { createHash } from 'node:crypto';
import { nameText, serviceLimits } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { keptNetwork } from '../http/client-network.ts';
import { readJson } from '../http/read-body.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { SecurityEvent, SecurityEvents, SecurityFacts } from '../security-events.ts';
import { callOf, createAuthErrorEdge } from './auth-error-edge.ts';
import type { CookieJar } from './cookies.ts';
import { AuthError, sendAuthError } from './gotrue-error.ts';
import type { Handover } from './handover/handover.ts';
import { type Identity, IssuerRefusal, type OidcChecks, type OidcClient } from './oidc.ts';
import { readRedirect, withQuery } from './redirects.ts';
import { sameOriginOnly } from './same-origin.ts';
import type { SessionService, SignedIn, SignInOptions } from './sessions.ts';
import type { AccessTokens, SealedCookie } from './tokens.ts';

/** The state of a sign-in while the browser is at the identity provider. */
export interface Flow {
  checks: OidcChecks;
  challenge: string;
  redirect: string;
}

export interface AuthRoutes {
  publicUrl: string;
  oidc: OidcClient;
  tokens: AccessTokens;
  sessions: SessionService;
  cookies: CookieJar;
  flows: SealedCookie<Flow>;
  handover: Pick<Handover, 'platform'>;
  rates: RateLimits;
  log: Logger;
  security: SecurityEvents;
  /** Signs the person in; returns the code that the client redeems, or `undefined` when they may not sign in. */
  admit: (identity: Identity, options: SignInOptions) => Promise<string | undefined>;
  /** Notes a completed sign-in in the audit logs of the person's organizations. */
  noteSignIn: (userId: string, address: string | undefined) => Promise<void>;
  rename: (userId: string, name: string) => Promise<void>;
  /** Ends sessions, disconnects their sockets and notes it in the audit logs of the person's organizations. */
  signOut: (person: SigningOut, scope: SignOutScope) => Promise<void>;
  /** Whether the session of this token is still open. Records that the token was used. */
  isOpen: (token: { sessionId: string; sessionCounter: number }) => Promise<boolean>;
  /** The session of a refresh cookie, also of an outdated one. */
  sessionOfCookie: (cookie: string) => Promise<{ userId: string; sessionId: string } | undefined>;
}
export interface SigningOut {
  userId: string;
  sessionId: string;
  address: string | undefined;
}
export type SignOutScope = 'global' | 'local' | 'others';

const refreshCookie = 'sello_refresh';
const refreshScope = { path: '/auth/v1', sameSite: 'strict' } as const;
const flowScope = { path: '/auth/v1', sameSite: 'lax' } as const;
const flowPrefix = 'sello_flow_';
/** Unfinished sign-ins per browser; more cookies would make its request headers too long. */
const maxFlows = 4;

const authorizeQuery = z.object({
  redirect_to: z.string().optional(),
  code_challenge: z.string().regex(/^[\w-]{43}$/),
  code_challenge_method: z.string().refine((method) => method.toLowerCase() === 's256'),
});
const pkceBody = z.object({
  auth_code: z.string().min(1).max(200),
  code_verifier: z.string().min(43).max(128),
});
const refreshBody = z.object({ refresh_token: z.string().min(1).max(200) });
const userBody = z.object({ data: z.object({ full_name: nameText(200) }) });
const scopes = z.enum(['global', 'local', 'others']).default('global');

/** `/auth/v1/*`: only the calls that the browser's auth client uses. */
export function createAuthRoutes(dependencies: AuthRoutes): Router {
  const router = Router();
  const { cookies, sessions, rates } = dependencies;
  const note = (event: SecurityEvent, request: Request, facts: SecurityFacts) =>
    dependencies.security.note(event, { address: request.ip, call: callOf(request), ...facts });
  const flowCookie = (state: string) =>
    `${flowPrefix}${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;

  router.use(sameOriginOnly(dependencies.publicUrl));
  router.use('/handover', dependencies.handover.platform(bearer));

  router.get('/authorize', async (request, response) => {
    await rates.spend('sign', request.ip);
    const redirect = readRedirect(request.query.redirect_to, dependencies.publicUrl);
    if (redirect === undefined) throw new AuthError(400, 'validation_failed', 'redirect_to is not ours');
    const asked = authorizeQuery.safeParse(request.query);
    if (!asked.success) {
      throw new AuthError(
        400,
        'validation_failed',
        'Signing in needs a PKCE challenge with S256, which browsers offer on https and localhost only',
      );
    }
    const begun = await dependencies.oidc.begin().catch((error: unknown) => {
      dependencies.log.warn({ err: error }, 'the identity provider is unavailable');
      return undefined;
    });
    if (begun === undefined) {
      const unreachable = { error: 'server_error', error_code: 'issuer_unreachable' };
      response.set('cache-control', 'no-store').redirect(302, withQuery(redirect, unreachable));
      return;
    }
    const { url, checks } = begun;
    const open = cookies.names(request, flowPrefix);
    for (const name of open.slice(0, Math.max(0, open.length + 1 - maxFlows))) {
      cookies.clear(response, name, flowScope);
    }
    const flow = { checks, challenge: asked.data.code_challenge, redirect: redirect.href };
    cookies.set(
      response,
      flowCookie(checks.state),
      await dependencies.flows.seal(flow, serviceLimits.signInSeconds),
      {
        ...flowScope,
        maxAgeMs: serviceLimits.signInSeconds * 1_000,
      },
    );
    response.set('cache-control', 'no-store').redirect(302, url.href);
  });

  router.get('/callback', async (request, response) => {
    await rates.spend('sign', request.ip);
    const name = flowCookie(String(request.query.state ?? ''));
    const sealed = cookies.read(request, name);
    const flow = sealed === undefined ? undefined : await dependencies.flows.open(sealed);
    cookies.clear(response, name, flowScope);
    const redirect = flow ? new URL(flow.redirect) : readRedirect(undefined, dependencies.publicUrl)!;
    const back = (more: Record<string, string>) =>
      response.set('cache-control', 'no-store').redirect(302, withQuery(redirect, more));
    const refuse = (error: string, code: string, description: string) =>
      back({ error, error_code: code, error_description: description });

    if (flow === undefined) {
      note('sign_in_failed', request, { code: 'bad_oauth_state' });
      return refuse('invalid_request', 'bad_oauth_state', 'The sign-in was begun elsewhere or too long ago');
    }
    let code: string | undefined;
    try {
      const search = new URL(request.originalUrl, dependencies.publicUrl).search;
      const identity = await dependencies.oidc.finish(search, flow.checks);
      const userAgent = request.get('user-agent');
      const network = keptNetwork(request.ip);
      code = await dependencies.admit(identity, { challenge: flow.challenge, userAgent, network });
    } catch (error) {
      const refusal = error instanceof IssuerRefusal ? error.code : 'unexpected_failure';
      note('sign_in_failed', request, { code: refusal });
      if (error instanceof IssuerRefusal && error.code === 'access_denied') {
        return refuse('access_denied', 'provider_cancelled', 'The sign-in was cancelled');
      }
      // This request is a browser navigation: it is redirected to the application instead of getting an error in JSON.
      dependencies.log.warn({ err: error }, 'sign-in failed');
      return refuse('server_error', 'unexpected_failure', 'The sign-in could not be completed');
    }
    if (code === undefined) {
      note('sign_in_refused', request, { code: 'signup_disabled' });
      return refuse('access_denied', 'signup_disabled', 'Signups not allowed for this instance');
    }
    return back({ code });
  });

  router.post('/token', async (request, response) => {
    const grant = request.query.grant_type;
    await rates.spend(grant === 'pkce' ? 'sign' : 'refresh', request.ip);
    if (grant === 'pkce') {
      const body = await readBody(pkceBody, request);
      const signedIn = await sessions.redeem(
        body.auth_code,
        body.code_verifier,
        cookies.read(request, refreshCookie),
      );
      note('signed_in', request, { userId: signedIn.session.user.id });
      await dependencies.noteSignIn(signedIn.session.user.id, request.ip);
      return answer(response, signedIn);
    }
    if (grant !== 'refresh_token') throw new AuthError(400, 'validation_failed', 'Unknown grant_type');
    const body = await readBody(refreshBody, request);
    try {
      answer(
        response,
        await sessions.refresh(
          cookies.read(request, refreshCookie),
          body.refresh_token,
          keptNetwork(request.ip),
        ),
      );
    } catch (error) {
      if (error instanceof AuthError && error.status < 500)
        cookies.clear(response, refreshCookie, refreshScope);
      throw error;
    }
  });

  function answer(response: Response, { session, cookie }: SignedIn): void {
    if (cookie !== undefined) {
      cookies.set(response, refreshCookie, cookie, {
        ...refreshScope,
        maxAgeMs: serviceLimits.sessionIdleMs,
      });
    }
    response.set('cache-control', 'no-store').json(session);
  }

  /** The caller's open session. 403 `session_not_found` makes the client sign out in all tabs. */
  async function bearer(request: Request): Promise<{ userId: string; sessionId: string }> {
    const token = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (token === undefined) throw new AuthError(401, 'no_authorization', 'A bearer token is required');
    const read = await dependencies.tokens.read(token);
    if (read.kind !== 'valid') throw new AuthError(403, 'bad_jwt', 'The token is not valid');
    if (!(await dependencies.isOpen(read))) {
      throw new AuthError(403, 'session_not_found', 'The session has ended');
    }
    return read;
  }

  router
    .route('/user')
    .get(async (request, response) => {
      await rates.spend('refresh', request.ip);
      const { userId } = await bearer(request);
      response.set('cache-control', 'no-store').json(await sessions.current(userId));
    })
    .put(async (request, response) => {
      await rates.spend('sign', request.ip);
      const { userId } = await bearer(request);
      const { data } = await readBody(userBody, request);
      await dependencies.rename(userId, data.full_name);
      response.set('cache-control', 'no-store').json(await sessions.current(userId));
    });

  router.post('/logout', async (request, response) => {
    await rates.spend('refresh', request.ip);
    const scope = scopes.safeParse(request.query.scope);
    if (!scope.success) throw new AuthError(400, 'validation_failed', 'Unknown scope');
    const cookie = cookies.read(request, refreshCookie);
    try {
      const { userId, sessionId } = await bearer(request);
      await dependencies.signOut({ userId, sessionId, address: request.ip }, scope.data);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      // The access token may have expired: the session is then identified by the cookie (SameSite=Strict).
      const own = cookie === undefined ? undefined : await dependencies.sessionOfCookie(cookie);
      if (own === undefined) {
        cookies.clear(response, refreshCookie, refreshScope);
        throw error;
      }
      await dependencies.signOut({ ...own, address: request.ip }, scope.data);
    }
    if (scope.data !== 'others') cookies.clear(response, refreshCookie, refreshScope);
    response.status(204).end();
  });

  router.get('/.well-known/jwks.json', (_request, response) => {
    response.set('cache-control', 'public, max-age=600').json(dependencies.tokens.jwks);
  });

  router.use((_request, response) => {
    sendAuthError(response, new AuthError(404, 'not_found', 'Not found'));
  });
  router.use(createAuthErrorEdge(dependencies));
  return router;
}

async function readBody<Schema extends z.ZodType>(
  schema: Schema,
  request: Request,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(await readJson(request, 16 * 1024));
  if (!parsed.success) throw new AuthError(400, 'validation_failed', 'The request is not well formed');
  return parsed.data;
}
