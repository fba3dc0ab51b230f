import { z } from 'zod';
import { errorCode } from '../error-bodies.ts';
import { moment } from '../scalars.ts';
import { anyText, date, number, text } from './stored.ts';

/**
 * What became of a letter that a record has sent: `queued` until a mail-worker takes it, `sending` while the mail server
 * is asked, then `sent`, `refused` (by the mail server, or because the organization may send nothing now), or `unknown`
 * when the answer was lost: a person may send it again, a worker never does.
 */
export const shownLetter = z.object({
  state: z.enum(['queued', 'sending', 'sent', 'refused', 'unknown']),
  /** When it came into this state. */
  at: moment,
  /** Why it was not sent: `email_refused`, `email_unknown`, `unavailable`, `mail_paused`, `mail_quota_reached`. */
  code: errorCode.exactOptional(),
  /** What the mail server said. */
  reply: anyText.exactOptional(),
  /** The mail server was unavailable; the letter is queued until then. */
  retryAt: moment.exactOptional(),
});

export const storedLetter = shownLetter.extend({
  /** Each letter has its own, also a further one of the same record. */
  id: text,
  at: date,
  attempts: number,
  /** A mail server that was unavailable is tried again then. */
  retryAt: date.exactOptional(),
  /** Id of the attempt, to identify its own answer. */
  sendingId: text.exactOptional(),
});
export type StoredLetter = z.infer<typeof storedLetter>;

export const letterView = ({ state, at, code, reply, retryAt }: StoredLetter) => ({
  ...{ state, at: at.toISOString() },
  ...(code !== undefined && { code }),
  ...(reply !== undefined && { reply }),
  ...(retryAt !== undefined && { retryAt: retryAt.toISOString() }),
});
