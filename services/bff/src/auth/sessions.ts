import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { limits, serviceLimits } from '@sello/contracts';
import type { SessionRecord, Store, UserRecord } from '@sello/store';
import { AuthError } from './gotrue-error.ts';
import { grantsAtSignIn } from './grants.ts';
import type { RefreshTokens } from './refresh-token.ts';
import type { AccessTokens } from './tokens.ts';
import { userView } from './user-view.ts';

/** The response body, and the refresh credential for the cookie. */
export interface SignedIn {
  session: {
    access_token: string;
    token_type: 'bearer';
    expires_in: number;
    /** A handle that gives no access: the credential itself is in the cookie. The client computes `expires_at`. */
    refresh_token: string;
    user: ReturnType<typeof userView>;
  };
  refreshToken: string;
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
  /** Exchanges the code and its PKCE verifier (RFC 7636, 4.6) for the session. */
  redeem(code: string, verifier: string): Promise<SignedIn>;
  refresh(cookie: string | undefined, handle: string, network: string | undefined): Promise<SignedIn>;
  current(userId: string): Promise<ReturnType<typeof userView>>;
}

export interface SessionDependencies {
  store: Store;
  tokens: AccessTokens;
  refreshTokens: RefreshTokens;
  isSuperAdmin: (user: UserRecord) => boolean;
  /** Called when a reused credential ended the session. */
  onReused: (session: SessionRecord) => void;
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

  async function signIn(session: SessionRecord): Promise<SignedIn> {
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
        refresh_token: refreshTokens.handle(session._id, session.counter),
        user,
      },
      refreshToken: refreshTokens.write(session._id, session.counter),
    };
  }

  const ended = () => new AuthError(400, 'refresh_token_not_found', 'The session has ended');

  return {
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

    async redeem(code, verifier) {
      const found = await store.sessions.redeemCode(sha256(code).toString('hex'));
      if (found === null) throw new AuthError(404, 'flow_state_not_found', 'The code is not valid any more');
      const given = Buffer.from(sha256(verifier).toString('base64url'));
      const challenge = Buffer.from(found.challenge);
      if (given.length !== challenge.length || !timingSafeEqual(given, challenge)) {
        await store.sessions.end(found.session._id);
        throw new AuthError(400, 'bad_code_verifier', 'The code verifier does not match');
      }
      return signIn(found.session);
    },

    async refresh(cookie, handle, network) {
      const given = cookie === undefined ? undefined : refreshTokens.read(cookie);
      if (given === undefined) throw ended();
      const session = await store.sessions.get(given.sessionId);
      if (session === null) throw ended();
      // A tab that has not seen the latest rotation gets its result again; only one that has can rotate further.
      const seen = refreshTokens.readHandle(handle);
      const knowsCurrent = seen?.sessionId === session._id && seen.counter === session.counter;
      if (given.counter === session.counter && !knowsCurrent) return signIn(session);
      const rotation = await store.sessions.rotate(given.sessionId, given.counter, {
        expiresAt: endOf(session.createdAt),
        network,
        hasOwnHandle: seen?.sessionId === session._id && seen.counter === given.counter,
      });
      if (rotation.outcome === 'rotated' || rotation.outcome === 'current') return signIn(rotation.session);
      if (rotation.outcome === 'reused') {
        dependencies.onReused(session);
        throw new AuthError(400, 'refresh_token_already_used', 'The session has ended');
      }
      throw ended();
    },

    async current(userId) {
      const user = await store.users.get(userId);
      if (user === null) throw new AuthError(403, 'user_not_found', 'The account is gone');
      return describe(user);
    },
  };
}
