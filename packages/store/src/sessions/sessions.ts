/** A signed-in browser. One counter per session; a refresh token names session and counter. */
export interface SessionRecord {
  _id: string;
  userId: string;
  /** The counter of the only current refresh token. */
  counter: number;
  /** When each of the last counters came to be, newest last. */
  rotations: { to: number; at: Date }[];
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  /** The database forgets the session after this moment. */
  expiresAt: Date;
  endedAt: Date | null;
}

export interface NewSession {
  userId: string;
  userAgent?: string | undefined;
  expiresAt: Date;
  /** The one-time code that a browser exchanges for the session: its hash, the PKCE challenge and how long it holds. */
  code?: { hash: string; challenge: string; expiresAt: Date } | undefined;
}

export type Rotation =
  /** The token was the current one; the counter is now one higher. */
  | { outcome: 'rotated'; session: SessionRecord }
  /** The token is an immediate parent, or was current less than 30 s ago: answer with the current one. */
  | { outcome: 'current'; session: SessionRecord }
  /** An old token came back: the session has been ended. */
  | { outcome: 'reused' }
  /** No such session, ended or expired. */
  | { outcome: 'ended' };

export interface Sessions {
  create(session: NewSession): Promise<SessionRecord>;
  /** The session that waits behind a one-time code, once; `null` when unknown, used or too old. */
  redeemCode(codeHash: string, now?: Date): Promise<{ session: SessionRecord; challenge: string } | null>;
  /** `null` when ended or expired. */
  get(sessionId: string, now?: Date): Promise<SessionRecord | null>;
  /** Exchanges the refresh token with this counter; `expiresAt` moves the session's end on. */
  rotate(sessionId: string, counter: number, options?: { now?: Date; expiresAt?: Date }): Promise<Rotation>;
  end(sessionId: string): Promise<void>;
  /** Ends every session of a person, but for one if named; answers the ids that were ended. */
  endAllOf(userId: string, exceptSessionId?: string): Promise<string[]>;
  list(userId: string, now?: Date): Promise<SessionRecord[]>;
}
