import { type AuditAction, nameText } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { Store } from '@sello/store';
import type { Router } from 'express';
import type { Audit, AuditEntry } from '../audit.ts';
import type { BffConfig } from '../config.ts';
import { keptNetwork } from '../http/client-network.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { Sockets } from '../realtime/sockets.ts';
import type { Redis } from '../redis.ts';
import type { SecurityEvents } from '../security-events.ts';
import { type CookieJar, createCookieJar } from './cookies.ts';
import { deriveKeys, type MasterKeys } from './derived-keys.ts';
import { createHandover, type Handover, type Visit } from './handover/handover.ts';
import { createTickets } from './handover/tickets.ts';
import { createOidcClient } from './oidc.ts';
import { createRefreshTokens } from './refresh-token.ts';
import { createAuthRoutes, type Flow, type SignOutScope } from './routes.ts';
import { createSessionService } from './sessions.ts';
import { maySignIn } from './signups.ts';
import type { SuperAdmins } from './super-admins.ts';
import { type AccessTokens, createSealedCookie } from './tokens.ts';

export interface SignInDependencies {
  config: BffConfig;
  publicUrl: string;
  masterKeys: MasterKeys;
  store: Store;
  tokens: AccessTokens;
  rates: RateLimits;
  log: Logger;
  superAdmins: SuperAdmins;
  security: SecurityEvents;
  audit: Pick<Audit, 'noteEverywhere'>;
  sockets: Pick<Sockets, 'evictSessions'>;
  redis: Redis;
}

export interface SignIn {
  /** The routes under `/auth/v1`. */
  routes: Router;
  /** The hand-over of people who follow a link to an organization's own host. */
  handover: Handover;
  cookies: CookieJar;
}

const signOutAction = {
  local: 'auth.sign-out',
  others: 'auth.sign-out-others',
  global: 'auth.sign-out-everywhere',
} as const satisfies Record<SignOutScope, AuditAction>;

/** Composes sign-in: the OIDC client, the sessions, and the routes under `/auth/v1`. */
export function createSignIn(dependencies: SignInDependencies): SignIn {
  const { config, publicUrl, masterKeys, store, tokens, rates, log } = dependencies;
  const { security, superAdmins, sockets, audit } = dependencies;
  const refreshTokens = createRefreshTokens(deriveKeys(masterKeys, 'refresh credentials'));
  const cookieKeys = deriveKeys(masterKeys, 'sign-in cookies');
  const sessions = createSessionService({
    store,
    tokens,
    refreshTokens,
    isSuperAdmin: superAdmins.includes,
    onRepeated: ({ userId }) => security.note('refresh_repeated', { userId, call: 'auth/token' }),
    onStopped({ _id, userId }, why) {
      security.note(why === 'code' ? 'code_reused' : `refresh_${why}`, { userId, call: 'auth/token' });
      sockets.evictSessions([_id]);
      void note(userId, undefined, { action: 'auth.session-stopped' });
    },
  });

  /** The session has changed already: a log that cannot be written is reported, and the person is answered. */
  async function note(userId: string, address: string | undefined, entry: AuditEntry): Promise<void> {
    try {
      const user = await store.users.get(userId);
      if (user === null) return;
      const { email, name } = user;
      const actor = {
        userId,
        email,
        name: name === '' ? undefined : name,
        network: keptNetwork(address),
      };
      await audit.noteEverywhere(actor, entry);
    } catch (error) {
      log.error({ err: error, userId, action: entry.action }, 'the audit log could not be written');
    }
  }

  const cookies = createCookieJar(publicUrl.startsWith('https://'));
  const handover = createHandover({
    ...{ publicUrl, cookies, rates, log, security, store },
    tickets: createTickets(dependencies.redis),
    visits: createSealedCookie<Visit>(cookieKeys, 'handover'),
  });
  const routes = createAuthRoutes({
    handover,
    publicUrl,
    rates,
    log,
    security,
    tokens,
    sessions,
    oidc: createOidcClient({
      issuer: config.OIDC_ISSUER,
      clientId: config.OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET?.reveal(),
      redirectUri: `${publicUrl}/auth/v1/callback`,
    }),
    cookies,
    flows: createSealedCookie<Flow>(cookieKeys, 'sign-in'),

    async admit(identity, options) {
      const isAllowed = await maySignIn(store, identity, {
        signups: config.SIGNUPS,
        isSuperAdmin: await superAdmins.admits(identity),
      });
      if (!isAllowed) return undefined;
      const user = await store.users.signIn({
        issuer: identity.issuer,
        subject: identity.subject,
        email: identity.email,
        emailVerified: identity.emailVerified,
        name: nameText(200).safeParse(identity.name).data ?? '',
        pictureUrl: identity.pictureUrl,
      });
      await superAdmins.bind(user);
      return sessions.open(user, options);
    },
    async noteSignIn(userId, address) {
      await note(userId, address, { action: 'auth.sign-in' });
    },
    async rename(userId, name) {
      await store.users.rename(userId, name);
    },
    async signOut({ userId, sessionId, address }, scope) {
      if (scope !== 'others') await store.sessions.end(sessionId);
      const others = scope === 'local' ? [] : await store.sessions.endAllOf(userId, sessionId);
      const ended = scope === 'others' ? others : [...others, sessionId];
      sockets.evictSessions(ended);
      await note(userId, address, { action: signOutAction[scope], details: { sessions: ended.length } });
    },
    async isOpen({ sessionId, sessionCounter }) {
      const session = await store.sessions.get(sessionId);
      if (session !== null) await store.sessions.noteUse(session, sessionCounter);
      return session !== null;
    },
    async sessionOfCookie(cookie) {
      const session = await sessions.ofCookie(cookie);
      return session && { userId: session.userId, sessionId: session._id };
    },
  });
  return { routes, handover, cookies };
}
