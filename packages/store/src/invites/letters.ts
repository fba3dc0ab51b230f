import { AppError } from '@sello/kit';
import { unavailableOrThrow } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { type Filter, omitUndefined, type Table } from '../database/table.ts';
import type { InviteRecord, Invites } from './invites.ts';

/** Leaves the call that wrote a letter the time to enqueue it, ms. */
const enqueuedWithinMs = 30_000;
/** No attempt takes longer than this: the mail server's answer is awaited for ten minutes, ms. */
const sentWithinMs = 15 * 60_000;
const keptReply = 1_000;
const dueAtOnce = 200;

type Letters = Pick<Invites, 'beginLetter' | 'settleLetter'> & Pick<Invites['acrossTenants'], 'lettersDue'>;

/** The letters of invitations, each a part of its invitation. */
export function createLetters(invites: Table<InviteRecord>): Letters {
  const { rows } = invites;
  return {
    async beginLetter(tenantId, { _id, code, letter }, now = new Date()) {
      if (letter === undefined) return null;
      const { id, attempts } = letter;
      const sendingId = newId();
      const begun = await invites
        .findOneAndUpdate(
          {
            ...{ _id, tenantId, state: 'pending', code, expiresAt: { $gt: now } },
            ...{ 'letter.id': id, 'letter.state': 'queued' },
          } as Filter<InviteRecord>,
          { $set: { letter: { id, state: 'sending', at: now, attempts: attempts + 1, sendingId } } },
          { returnDocument: 'after' },
        )
        .catch(unavailableOrThrow);
      if (!(begun instanceof AppError)) return begun?.letter ?? null;
      // Only this call knows the id: a letter with it was begun by this call and has not been sent yet.
      const own = await rows.findOne({
        _id,
        tenantId,
        'letter.sendingId': sendingId,
      } as Filter<InviteRecord>);
      if (!own) throw begun;
      return own.letter!;
    },
    async settleLetter(tenantId, inviteId, letter, { reply, ...outcome }, now = new Date()) {
      const { id, attempts, sendingId, state } = letter;
      const states = [state, outcome.state, ...(state === 'sending' ? ['unknown'] : [])];
      const settled = await invites.updateOne(
        {
          ...{ _id: inviteId, tenantId, 'letter.id': id, 'letter.state': { $in: states } },
          ...(sendingId !== undefined && { 'letter.sendingId': sendingId }),
        } as Filter<InviteRecord>,
        {
          $set: {
            letter: {
              ...{ id, at: now, attempts, ...outcome },
              ...omitUndefined({ sendingId, reply: reply?.slice(0, keptReply) }),
            },
          },
        },
      );
      return settled.matchedCount === 1;
    },
    async lettersDue(now = new Date()) {
      const before = (ms: number) => ({ $lte: new Date(now.getTime() - ms) });
      const due = {
        state: 'pending',
        $or: [
          {
            ...{ 'letter.state': 'queued', 'letter.at': before(enqueuedWithinMs), expiresAt: { $gt: now } },
            $or: [{ 'letter.retryAt': { $exists: false } }, { 'letter.retryAt': before(enqueuedWithinMs) }],
          },
          { 'letter.state': 'sending', 'letter.at': before(sentWithinMs) },
        ],
      };
      return rows
        .find(due as Filter<InviteRecord>)
        .sort({ 'letter.at': 1 })
        .limit(dueAtOnce)
        .toArray();
    },
  };
}
