import type { StoredLetter } from '@sello/contracts';

/** What an attempt to send a letter has left. */
export type LetterOutcome = Pick<StoredLetter, 'state' | 'code' | 'reply' | 'retryAt'>;

/** A record whose letter is sent by a mail-worker, at most once without a person asking for it again. */
export interface WithLetter {
  _id: string;
  tenantId: string;
  letter?: StoredLetter;
}

/** The letters of one kind of records, each a part of its record. */
export interface Letters<Row extends WithLetter> {
  /**
   * The letter of this record: queued → sending. `null` when nothing may be sent for the record any more, or it has
   * another letter since, and when the letter is not queued: one whose outcome is unknown is never sent again
   * automatically.
   */
  beginLetter(tenantId: string, record: Row, now?: Date): Promise<StoredLetter | null>;
  /**
   * Stores the outcome of a letter in the state in which the caller read or began it; `false` when it has changed since.
   * The attempt that was given up as `unknown` may still store its answer.
   */
  settleLetter(
    tenantId: string,
    recordId: string,
    letter: StoredLetter,
    outcome: LetterOutcome,
    now?: Date,
  ): Promise<boolean>;
}

/** For the reconciler, across tenants. */
export interface LettersDue<Row extends WithLetter> {
  /**
   * Records whose letter no job seems to send: queued or due again for half a minute, or being sent for a quarter of an
   * hour.
   */
  lettersDue(now?: Date): Promise<Row[]>;
}
