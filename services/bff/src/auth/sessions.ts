import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits, serviceLimits } from '@sello/contracts';
import type { SessionRecord, Store, UserRecord } from '@sello/store';
import { AuthError } from './gotrue-error.ts';
import { grantsAtSignIn } from './grants.ts';
import type { RefreshTokens } from './refresh-token.ts';
import type { AccessTokens } from './tokens.ts';
import { userView } from './user-view.ts';

/** The response body, and the refresh cookie that goes with it, unless the browser has it already. */
export interface SignedIn {
  session: {
    access_token: string;
    token_type: 'bearer';
    expires_in: number;
    /** The handle, which gives no access without the cookie. The client computes `expires_at`. */
    refresh_token: string;
    user: ReturnType<typeof userView>;
  };
  cookie: string | undefined;
}

/** What is known of the browser that signs in. */
export interface SignInOptions {
  challenge: string;
  userAgent: string | undefined;
  /** As CIDR. */
  network: string | undefined;
}

export interface SessionService {
  /** Opens a session that is redeemed with a one-time code (RFC 6749, 4.1) bound to the client's PKCE challenge. */
  open(user: UserRecord, options: SignInOptions): Promise<string>;
  /**
   * Exchanges the code and its PKCE verifier (RFC 7636, 4.6) for the session; a second time it ends the session. The
   * session of `cookie`, which the browser had until now, ends with the first use of the new one.
   */
  redeem(code: string, verifier: string, cookie: string | undefined): Promise<SignedIn>;
  refresh(cookie: string | undefined, handle: string, network: string | undefined): Promise<SignedIn>;
  /** The open session of a cookie that is the current one or its parent; an older one, which may be a copy, ends nothing. */
  ofCookie(cookie: string | undefined): Promise<SessionRecord | undefined>;
  current(userId: string): Promise<ReturnType<typeof userView>>;
}

export interface SessionDependencies {
  store: Store;
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
  isSuperAdmin: (user: UserRecord) => boolean;
  /** Called when a credential or a code that was used before, or a cookie without its own handle, ended the session. */
  onStopped: (session: SessionRecord, why: 'reused' | 'mismatched' | 'code') => void;
  /** Called when the current session was answered again. */
  onRepeated: (session: SessionRecord) => void;
}

const endOf = (signedInAt: Date) =>
  new Date(
    Math.min(Date.now() + serviceLimits.sessionIdleMs, signedInAt.getTime() + serviceLimits.sessionMaxMs),
  );

const sha256 = (text: string) => createHash('sha256').update(text).digest();

export function createSessionService(dependencies: SessionDependencies): SessionService {
  const { store, tokens, refreshTokens } = dependencies;

  async function describe(user: UserRecord) {
    const grants = await grantsAtSignIn(store, {
      userId: user._id,
      isSuperAdmin: dependencies.isSuperAdmin(user),
      lastTenantId: user.lastTenantId,
    });
    return userView(user, grants);
  }

  async function signIn(session: SessionRecord, withCookie = true): Promise<SignedIn> {
    const record = await store.users.get(session.userId);
    if (record === null) throw new AuthError(403, 'user_not_found', 'The account is gone');
    const user = await describe(record);
    const accessToken = await tokens.issue(
      {
        sub: user.id,
        session_id: session._id,
        session_counter: session.counter,
        email: user.email,
        app_metadata: user.app_metadata,
        user_metadata: user.user_metadata,
      },
      limits.accessTokenSeconds,
    );
    return {
      session: {
        access_token: accessToken,
        token_type: 'bearer',
        expires_in: limits.accessTokenSeconds,
        refresh_token: refreshTokens.write('handle', session._id, session.counter),
        user,
      },
      cookie: withCookie ? refreshTokens.write('cookie', session._id, session.counter) : undefined,
    };
  }

  const ended = () => new AuthError(400, 'refresh_token_not_found', 'The session has ended');

  async function ofCookie(cookie: string | undefined): Promise<SessionRecord | undefined> {
    const given = cookie === undefined ? undefined : refreshTokens.read('cookie', cookie);
    const session = given && (await store.sessions.get(given.sessionId));
    return session && given.counter >= session.counter - 1 ? session : undefined;
  }

  return {
    ofCookie,
    async open(user, { challenge, userAgent, network }) {
      const code = randomBytes(32).toString('base64url');
      await store.sessions.create({
        userId: user._id,
        userAgent: userAgent?.slice(0, 300),
        network,
        expiresAt: new Date(Date.now() + serviceLimits.sessionIdleMs),
        code: {
          hash: sha256(code).toString('hex'),
          challenge,
          expiresAt: new Date(Date.now() + serviceLimits.sessionCodeMs),
        },
      });
      return code;
    },

    async redeem(code, verifier, cookie) {
      const replaces = (await ofCookie(cookie))?._id;
      const found = await store.sessions.redeemCode(sha256(code).toString('hex'), { replaces });
      if (found?.outcome === 'reused') dependencies.onStopped(found.session, 'code');
      if (found?.outcome !== 'redeemed') {
        throw new AuthError(404, 'flow_state_not_found', 'The code is not valid any more');
      }
      const given = Buffer.from(sha256(verifier).toString('base64url'));
      const challenge = Buffer.from(found.challenge);
      if (given.length !== challenge.length || !timingSafeEqual(given, challenge)) {
        await store.sessions.end(found.session._id);
        throw new AuthError(400, 'bad_code_verifier', 'The code verifier does not match');
      }
      return signIn(found.session);
    },

    async refresh(cookie, handle, network) {
      const given = cookie === undefined ? undefined : refreshTokens.read('cookie', cookie);
      if (given === undefined) throw ended();
      const session = await store.sessions.get(given.sessionId);
      if (session === null) throw ended();
      const seen = refreshTokens.read('handle', handle);
      const rotation = await store.sessions.rotate(
        session._id,
        { cookie: given.counter, handle: seen?.sessionId === session._id ? seen.counter : undefined },
        { expiresAt: endOf(session.createdAt), network },
      );
      if (rotation.outcome === 'rotated') return signIn(rotation.session);
      if (rotation.outcome === 'repeated') {
        dependencies.onRepeated(session);
        return signIn(rotation.session, rotation.withCookie);
      }
      if (rotation.outcome === 'ended') throw ended();
      dependencies.onStopped(session, rotation.outcome);
      throw new AuthError(400, 'refresh_token_already_used', 'The session has ended');
    },

    async current(userId) {
      const user = await store.users.get(userId);
      if (user === null) throw new AuthError(403, 'user_not_found', 'The account is gone');
      return describe(user);
    },
  };
}
