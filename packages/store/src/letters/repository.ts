import { AppError, times } from '@sello/kit';
import { unavailableOrThrow } from '../database/errors.ts';
import { newId } from '../database/ids.ts';
import { type Filter, omitUndefined, type Table, type Update } from '../database/table.ts';
import type { Letters, LettersDue, WithLetter } from './letters.ts';

const keptReply = 1_000;
const dueAtOnce = 200;

interface LetterRules<Row> {
  /** The records that a letter may be sent for; with `record`, only while what its letter says is true. */
  open(now: Date, record?: Row): object;
  /** The records whose letter matters at all, also one whose sending was interrupted. */
  alive: object;
}

export function createLetters<Row extends WithLetter>(
  table: Table<Row>,
  { open, alive }: LetterRules<Row>,
): Letters<Row> & LettersDue<Row> {
  const { rows } = table;
  const filter = (...parts: object[]) => Object.assign({}, ...parts) as Filter<Row>;
  const letterUpdate = (letter: object) => ({ $set: { letter } }) as unknown as Update<Row>;
  return {
    async beginLetter(tenantId, record, now = new Date()) {
      const { _id, letter } = record;
      if (letter === undefined) return null;
      const { id, attempts } = letter;
      const sendingId = newId();
      const begun = await table
        .findOneAndUpdate(
          filter(open(now, record), { _id, tenantId, 'letter.id': id, 'letter.state': 'queued' }),
          letterUpdate({ id, state: 'sending', at: now, attempts: attempts + 1, sendingId }),
          { returnDocument: 'after' },
        )
        .catch(unavailableOrThrow);
      if (!(begun instanceof AppError)) return begun?.letter ?? null;
      // Only this call knows the id: a letter with it was begun by this call and has not been sent yet.
      const own = await rows.findOne(filter({ _id, tenantId, 'letter.sendingId': sendingId }));
      if (!own) throw begun;
      return own.letter!;
    },
    async settleLetter(tenantId, recordId, letter, { reply, ...outcome }, now = new Date()) {
      const { id, attempts, sendingId, state } = letter;
      const states = [state, outcome.state, ...(state === 'sending' ? ['unknown'] : [])];
      const settled = await table.updateOne(
        filter(
          { _id: recordId, tenantId, 'letter.id': id, 'letter.state': { $in: states } },
          sendingId === undefined ? {} : { 'letter.sendingId': sendingId },
        ),
        letterUpdate({
          ...{ id, at: now, attempts, ...outcome },
          ...omitUndefined({ sendingId, reply: reply?.slice(0, keptReply) }),
        }),
      );
      return settled.matchedCount === 1;
    },
    async lettersDue(now = new Date()) {
      const before = (ms: number) => ({ $lte: new Date(now.getTime() - ms) });
      const waiting = {
        $or: [{ 'letter.retryAt': { $exists: false } }, { 'letter.retryAt': before(times.letterEnqueuedMs) }],
      };
      const due = filter(alive, {
        $or: [
          {
            $and: [
              open(now),
              { 'letter.state': 'queued', 'letter.at': before(times.letterEnqueuedMs) },
              waiting,
            ],
          },
          { 'letter.state': 'sending', 'letter.at': before(times.letterSentMs) },
        ],
      });
      return rows.find(due).sort({ 'letter.at': 1 }).limit(dueAtOnce).toArray();
    },
  };
}
