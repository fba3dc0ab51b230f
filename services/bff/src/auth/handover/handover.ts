import {
  acceptInviteUrl,
  inviteReference,
  isHosted,
  joinPath,
  ownOrigin,
  serviceLimits,
} from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Store } from '@sello/store';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { z } from 'zod';
import type { TenantSite } from '../../hosts/hosts.ts';
import { siteOf } from '../../hosts/site.ts';
import { readJson } from '../../http/read-body.ts';
import type { RateLimits } from '../../limits/rate-limits.ts';
import type { SecurityEvents } from '../../security-events.ts';
import { createAuthErrorEdge } from '../auth-error-edge.ts';
import type { CookieJar } from '../cookies.ts';
import { AuthError } from '../gotrue-error.ts';
import { sameOriginOnly } from '../same-origin.ts';
import type { SealedCookie } from '../tokens.ts';
import { newSecret, sha256, type Tickets } from './tickets.ts';

/** What the platform keeps, in the browser's own cookie, while the person signs in and joins there. */
export interface Visit {
  tenantId: string;
  browser: string;
  goal: string;
}

export interface HandoverDependencies {
  publicUrl: string;
  tickets: Tickets;
  cookies: CookieJar;
  visits: SealedCookie<Visit>;
  rates: RateLimits;
  log: Logger;
  security: SecurityEvents;
  store: Pick<Store, 'domains' | 'members'>;
}

export const handoverPath = '/auth/v1/handover';
const cookieName = 'sello_handover';
const scope = { path: handoverPath, sameSite: 'lax' } as const;
/** Read by the page that the person comes back to. */
const joinedCookie = 'sello_joined';
const joinedScope = { path: '/', sameSite: 'lax' } as const;

/** What a person comes for: an invitation, by its reference, or to join with a code. */
const withCode = 'code';
const goal = z.union([z.literal(withCode), inviteReference]);
const goalBody = z.strictObject({ goal });

const pathOnOwnHost = (of: string): string => (of === withCode ? joinPath : acceptInviteUrl(of));
const pathOnPlatform = (of: string): string =>
  of === withCode ? '/onboarding?mode=join' : acceptInviteUrl(of);

/** Whether this browser has just come back from the platform, where the person joined. */
export const hasJoined = (cookies: CookieJar, request: Request): boolean =>
  cookies.read(request, joinedCookie) !== undefined;

const goTo = (response: Response, url: string): void =>
  response.set('cache-control', 'no-store').set('referrer-policy', 'no-referrer').redirect(302, url);

async function readGoal(request: Request): Promise<string> {
  const parsed = goalBody.safeParse(await readJson(request, 1_024));
  if (!parsed.success) throw new AuthError(400, 'validation_failed', 'The request is not well formed');
  return parsed.data.goal;
}

/**
 * The hand-over between an organization's own host, whose links people follow, and the platform, where alone they sign in.
 * A ticket leads there and another one back; each is valid for a minute and once, and no session or token leaves the
 * platform. The way back opens only for the browser that began: it has a cookie of the own host, whose hash travels along.
 */
export function createHandover(dependencies: HandoverDependencies) {
  const { publicUrl, tickets, cookies, visits, rates, store } = dependencies;

  /** On the own host. */
  function ownHost(): Router {
    const router = Router();
    const ofThisHost: RequestHandler = (request, response, next) =>
      sameOriginOnly((siteOf(response) as TenantSite).origin)(request, response, next);
    router.post('/', ofThisHost, async (request, response) => {
      await rates.spend('sign', request.ip);
      const { tenantId } = siteOf(response) as TenantSite;
      const wanted = await readGoal(request);
      const secret = newSecret();
      const ticket = await tickets.issue({ leg: 'there', tenantId, browser: sha256(secret), goal: wanted });
      cookies.set(response, cookieName, secret, {
        ...scope,
        maxAgeMs: serviceLimits.handoverVisitSeconds * 1_000,
      });
      response.set('cache-control', 'no-store').json({ url: addressOf(publicUrl, ticket) });
    });
    router.get('/', async (request, response) => {
      await rates.spend('sign', request.ip);
      const { tenantId } = siteOf(response) as TenantSite;
      const secret = cookies.read(request, cookieName);
      const came = await tickets.redeem(request.query.ticket, 'back');
      if (came?.tenantId !== tenantId || secret === undefined || sha256(secret) !== came.browser)
        return goTo(response, '/');
      cookies.clear(response, cookieName, scope);
      cookies.set(response, joinedCookie, '1', {
        ...joinedScope,
        maxAgeMs: serviceLimits.joinedNoteSeconds * 1_000,
      });
      goTo(response, pathOnOwnHost(came.goal));
    });
    router.use(createAuthErrorEdge(dependencies));
    return router;
  }

  /** On the platform; `bearer` identifies the signed-in person. */
  function platform(bearer: (request: Request) => Promise<{ userId: string }>): Router {
    const router = Router();
    router.get('/', async (request, response) => {
      await rates.spend('sign', request.ip);
      const came = await tickets.redeem(request.query.ticket, 'there');
      if (came === undefined) return goTo(response, pathOnPlatform(withCode));
      const { leg: _, ...visit } = came;
      cookies.set(response, cookieName, await visits.seal(visit, serviceLimits.handoverVisitSeconds), {
        ...scope,
        maxAgeMs: serviceLimits.handoverVisitSeconds * 1_000,
      });
      goTo(response, pathOnPlatform(came.goal));
    });
    router.post('/', async (request, response) => {
      await rates.spend('sign', request.ip);
      const { userId } = await bearer(request);
      const sealed = cookies.read(request, cookieName);
      const visit = sealed === undefined ? undefined : await visits.open(sealed);
      const origin = visit && (await originFor(visit, userId));
      response.set('cache-control', 'no-store');
      if (visit === undefined || origin === undefined) {
        response.json({ url: null });
        return;
      }
      cookies.clear(response, cookieName, scope);
      response.json({ url: addressOf(origin, await tickets.issue({ ...visit, leg: 'back' })) });
    });
    return router;
  }

  /** The own host to go back to, while it is one and the person is a member of the organization. */
  async function originFor({ tenantId }: Visit, userId: string): Promise<string | undefined> {
    const [domain, member] = await Promise.all([
      store.domains.of(tenantId),
      store.members.of(tenantId, userId),
    ]);
    if (!domain || !isHosted(domain, 'useInOnboarding') || member?.status !== 'active') return undefined;
    return ownOrigin(domain.domain, publicUrl);
  }

  return { ownHost, platform };
}
export type Handover = ReturnType<typeof createHandover>;

const addressOf = (origin: string, ticket: string): string => `${origin}${handoverPath}?ticket=${ticket}`;
