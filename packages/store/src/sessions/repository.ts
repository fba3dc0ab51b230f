import type { RowOf } from '@sello/contracts';
import { serviceLimits } from '@sello/contracts';
import { newId } from '../database/ids.ts';
import { inRuns, omitUndefined, type Table } from '../database/table.ts';
import type { sessionEntity } from './entity.ts';
import type { Rotation, SessionRecord, Sessions } from './sessions.ts';

const keptRotations = 50;
const idsAtOnce = 1_000;

export type SessionRow = RowOf<typeof sessionEntity>;

/** Whether the answer that followed this handle may never have reached the client, or just now reached another tab. */
function mayRepeat(session: SessionRecord, handle: number, now: Date): boolean {
  const supersededAt = session.rotations.find((rotation) => rotation.to === handle + 1)?.at;
  const isRecent =
    supersededAt !== undefined && now.getTime() - supersededAt.getTime() <= serviceLimits.sessionGraceMs;
  return isRecent || (handle === session.counter - 1 && (session.usedCounter ?? -1) < session.counter);
}

/** Who shows the current cookie has it already; its parent gets it while nothing was asked with its successor. */
function mayHaveCookie(
  { counter, usedCounter = -1, shownCounter = -1 }: SessionRecord,
  cookie: number,
): boolean {
  return cookie === counter || (cookie === counter - 1 && usedCounter < counter && shownCounter < counter);
}

const hidden = { projection: { code: 0 } } as const;

/** A browser has exchanged the code for the session. */
const takenUp = { $or: [{ code: { $exists: false } }, { 'code.usedAt': { $exists: true } }] };

export function createSessions(sessions: Table<SessionRow>): Sessions {
  const { rows } = sessions;
  const alive = (now: Date) => ({ endedAt: null, expiresAt: { $gt: now } });

  const end = async (sessionId: string) => {
    await sessions.updateOne({ _id: sessionId, endedAt: null }, { $set: { endedAt: new Date() } });
  };

  const endAs = async <Outcome extends 'reused' | 'mismatched'>(sessionId: string, outcome: Outcome) => {
    await end(sessionId);
    return { outcome };
  };

  const rotate: Sessions['rotate'] = async (sessionId, shown, options = {}): Promise<Rotation> => {
    const { cookie, handle } = shown;
    const { now = new Date(), expiresAt, network } = options;
    if (handle === cookie) {
      const rotated = await sessions.findOneAndUpdate(
        { _id: sessionId, counter: cookie, ...alive(now) },
        {
          $inc: { counter: 1 },
          $set: omitUndefined({ lastUsedAt: now, expiresAt, network }),
          $push: { rotations: { $each: [{ to: cookie + 1, at: now }], $slice: -keptRotations } },
        },
        { returnDocument: 'after', ...hidden },
      );
      if (rotated) return { outcome: 'rotated', session: rotated };
    }
    const session = await rows.findOne({ _id: sessionId, ...alive(now) }, hidden);
    if (!session) return { outcome: 'ended' };
    if (handle === undefined || handle > cookie) return endAs(sessionId, 'mismatched');
    if (cookie > session.counter) return endAs(sessionId, 'reused');
    // A concurrent call rotated between the two statements.
    if (handle === session.counter) return rotate(sessionId, shown, options);
    if (!mayRepeat(session, handle, now)) return endAs(sessionId, 'reused');
    const repeated = await sessions.findOneAndUpdate(
      { _id: sessionId, counter: session.counter, ...alive(now) },
      {
        $inc: { 'repeats.count': 1 },
        $set: omitUndefined({
          'repeats.at': now,
          'repeats.network': network,
          shownCounter: cookie === session.counter ? cookie : undefined,
        }),
      },
      { returnDocument: 'after', ...hidden },
    );
    // Another call rotated or ended it in between.
    if (!repeated) return rotate(sessionId, shown, options);
    return { outcome: 'repeated', session: repeated, withCookie: mayHaveCookie(session, cookie) };
  };

  return {
    async create({ userId, userAgent = '', network, expiresAt, code }) {
      const now = new Date();
      const { code: _, ...session } = await sessions.insert(
        omitUndefined({
          _id: newId(),
          userId,
          counter: 0,
          rotations: [],
          userAgent: userAgent.slice(0, 500),
          network,
          createdAt: now,
          lastUsedAt: now,
          expiresAt,
          endedAt: null,
          code,
        }) as SessionRow,
      );
      return session;
    },
    async redeemCode(codeHash, { replaces, now = new Date() } = {}) {
      const open = { 'code.hash': codeHash, 'code.expiresAt': { $gt: now }, ...alive(now) };
      const found = await sessions.findOneAndUpdate(
        { ...open, 'code.usedAt': { $exists: false } },
        { $set: omitUndefined({ 'code.usedAt': now, replaces }) },
        { returnDocument: 'before' },
      );
      if (found?.code) {
        const { code, ...session } = found;
        return { outcome: 'redeemed', session, challenge: code.challenge };
      }
      const used = await rows.findOne(open, hidden);
      return used && { ...(await endAs(used._id, 'reused')), session: used };
    },
    get: (sessionId, now = new Date()) => rows.findOne({ _id: sessionId, ...alive(now) }, hidden),
    rotate,
    async noteUse({ _id, usedCounter = -1, replaces }, counter) {
      if (usedCounter >= counter) return;
      // Before the note of the use, so that a call which fails in between ends it again.
      if (replaces !== undefined && usedCounter < 0) await end(replaces);
      await sessions.updateOne(
        { _id, usedCounter: { $not: { $gte: counter } } },
        { $set: { usedCounter: counter } },
      );
    },
    end,
    async endOf(userId, sessionId) {
      const found = await rows.findOne({ _id: sessionId, userId }, { projection: { _id: 1 } });
      if (found) await end(sessionId);
      return found !== null;
    },
    async endAllOf(userId, exceptSessionId) {
      const now = new Date();
      const isOpenOrJustEnded = { $not: { $lt: new Date(now.getTime() - serviceLimits.sessionJustEndedMs) } };
      const found = await rows
        .find({ userId, endedAt: isOpenOrJustEnded }, { projection: { _id: 1 } })
        .toArray();
      const ids = found.map((session) => session._id).filter((id) => id !== exceptSessionId);
      await sessions.updateMany({ _id: { $in: ids }, endedAt: null }, { $set: { endedAt: now } });
      return ids;
    },
    async endAll() {
      const now = new Date();
      const { modifiedCount } = await sessions.updateMany(alive(now), { $set: { endedAt: now } });
      return modifiedCount;
    },
    list: (userId, now = new Date()) =>
      rows
        .find({ userId, ...takenUp, ...alive(now) }, hidden)
        .sort({ lastUsedAt: -1 })
        .toArray(),
    async openAmong(sessionIds, now = new Date()) {
      const open = new Set<string>();
      for (const ids of inRuns(sessionIds, idsAtOnce)) {
        const found = rows.find({ _id: { $in: [...ids] }, ...alive(now) }, { projection: { _id: 1 } });
        for (const { _id } of await found.toArray()) open.add(_id);
      }
      return open;
    },
  };
}
