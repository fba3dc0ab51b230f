import type { RecordOf } from '@sello/contracts';
import type { sessionEntity } from './entity.ts';

/** A signed-in browser. One counter per session; a refresh cookie and its handle name session and counter. */
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

/** What a client shows to go on: counters of the two halves, whose MACs the caller has checked. */
export interface Shown {
  /** Of the cookie, which the browser keeps. */
  cookie: number;
  /** Of the handle, which the client keeps; without one that is its own, a cookie is a copy. */
  handle: number | undefined;
}

export type Rotation =
  /** Both were the current ones; the counter is now one higher. */
  | { outcome: 'rotated'; session: SessionRecord }
  /**
   * The handle was current less than 30 s ago (another tab was faster), or the answer that followed it was lost: the
   * current session is answered again, with its cookie only while nobody has asked for anything with its successor.
   */
  | { outcome: 'repeated'; session: SessionRecord; withCookie: boolean }
  /** An old cookie or handle was used again: the session has been ended. */
  | { outcome: 'reused' }
  /** The cookie came with a handle that is not its own: the session has been ended. */
  | { outcome: 'mismatched' }
  /** No such session, ended or expired. */
  | { outcome: 'ended' };

export type Redemption =
  | { outcome: 'redeemed'; session: SessionRecord; challenge: string }
  /** Somebody used the code before: the session that it opened has been ended (RFC 6749, 4.1.2). */
  | { outcome: 'reused'; session: SessionRecord };

export interface RedeemOptions {
  now?: Date;
  /** The session that the browser had until now. */
  replaces?: string | undefined;
}

export interface RotateOptions {
  now?: Date;
  /** Extends the session. */
  expiresAt?: Date;
  /** The caller's network, as CIDR. */
  network?: string | undefined;
}

export interface Sessions {
  create(session: NewSession): Promise<SessionRecord>;
  /** The session of a one-time code, which works once; `null` when unknown, expired or its session has ended. */
  redeemCode(codeHash: string, options?: RedeemOptions): Promise<Redemption | null>;
  /** `null` when ended or expired. */
  get(sessionId: string, now?: Date): Promise<SessionRecord | null>;
  /** Exchanges the current cookie and handle for the next ones; what does not fit ends the session. */
  rotate(sessionId: string, shown: Shown, options?: RotateOptions): Promise<Rotation>;
  /**
   * Stores that an access token of this counter was used; writes at most once per rotation. The first use ends the
   * session that this one replaces: the browser has the new one now.
   */
  noteUse(session: Pick<SessionRecord, '_id' | 'usedCounter' | 'replaces'>, counter: number): Promise<void>;
  end(sessionId: string): Promise<void>;
  /** Ends a session of this person; `false` when they never had it, or long ago. */
  endOf(userId: string, sessionId: string): Promise<boolean>;
  /**
   * Ends every session of a person except the one named, if any. Returns the ids of the ended ones, including those of
   * the last minute, so that a retry after a lost response returns the same.
   */
  endAllOf(userId: string, exceptSessionId?: string): Promise<string[]>;
  /** Ends every session of everybody; returns how many. */
  endAll(): Promise<number>;
  /** The open sessions of a person that a browser has taken up, the one used last first. */
  list(userId: string, now?: Date): Promise<SessionRecord[]>;
  /** Which of these sessions are open now. */
  openAmong(sessionIds: readonly string[], now?: Date): Promise<Set<string>>;
}
