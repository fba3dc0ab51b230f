import type { RecordOf } from '@sello/contracts';
import type { sessionEntity } from './entity.ts';

/** A signed-in browser. One counter per session; a refresh token names session and counter. */
export type SessionRecord = RecordOf<typeof sessionEntity>;

export interface NewSession {
  userId: string;
  userAgent?: string | undefined;
  /** The caller's network, as CIDR. */
  network?: string | undefined;
  expiresAt: Date;
  /** The one-time code that a browser exchanges for the session: its hash, the PKCE challenge and its expiry. */
  code?: { hash: string; challenge: string; expiresAt: Date } | undefined;
}

export type Rotation =
  /** The token was the current one; the counter is now one higher. */
  | { outcome: 'rotated'; session: SessionRecord }
  /**
   * The token was current less than 30 s ago, or is the parent of one whose response was lost: the current session is
   * returned.
   */
  | { outcome: 'current'; session: SessionRecord }
  /** An old token was reused: the session has been ended. */
  | { outcome: 'reused' }
  /** No such session, ended or expired. */
  | { outcome: 'ended' };

export interface RotateOptions {
  now?: Date;
  /** Extends the session. */
  expiresAt?: Date;
  /** The caller's network, as CIDR. */
  network?: string | undefined;
  /**
   * The client's handle names the same session and counter as its token; without it a late parent token is not
   * accepted.
   */
  hasOwnHandle?: boolean;
}

export interface Sessions {
  create(session: NewSession): Promise<SessionRecord>;
  /** The session of a one-time code, which works once; `null` when unknown, used or expired. */
  redeemCode(codeHash: string, now?: Date): Promise<{ session: SessionRecord; challenge: string } | null>;
  /** `null` when ended or expired. */
  get(sessionId: string, now?: Date): Promise<SessionRecord | null>;
  /** Exchanges the refresh token with this counter. A token that is neither current nor acceptable ends the session. */
  rotate(sessionId: string, counter: number, options?: RotateOptions): Promise<Rotation>;
  /** Stores that an access token of this counter was used; writes at most once per rotation. */
  noteUse(session: Pick<SessionRecord, '_id' | 'usedCounter'>, counter: number): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends a session of this person; `false` when they never had it, or long ago. */
  endOf(userId: string, sessionId: string): Promise<boolean>;
  /**
   * Ends every session of a person except the one named, if any. Returns the ids of the ended ones, including those of
   * the last minute, so that a retry after a lost response returns the same.
   */
  endAllOf(userId: string, exceptSessionId?: string): Promise<string[]>;
  /** The open sessions of a person that a browser has taken up, the one used last first. */
  list(userId: string, now?: Date): Promise<SessionRecord[]>;
  /** Which of these sessions are open now. */
  openAmong(sessionIds: readonly string[], now?: Date): Promise<Set<string>>;
}
