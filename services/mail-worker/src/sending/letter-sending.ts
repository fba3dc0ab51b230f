import type { StoredLetter } from '@sello/contracts';
import type { LetterOutcome, Letters, WithLetter } from '@sello/store';
import type { MailMetrics } from '../metrics.ts';
import type { Allowance } from './allowance.ts';
import type { Message, Outcome, Transport } from './transport.ts';
import { classifyAttempt, responseOf } from './verdict.ts';

/**
 * `stored`: the letter's outcome was written; with `retryAt` it is sent again then. `obsolete`: another run or a change of
 * the record came first. `interrupted`: nothing was begun.
 */
export type LetterEnd =
  | { kind: 'stored'; retryAt: Date | undefined }
  | { kind: 'obsolete' }
  | { kind: 'interrupted' };

/** Sends the letters of one kind of records, each once. */
export interface LetterSending<Row extends WithLetter> {
  /** Sends a letter that is queued. One that is being sent was left by a process that ended: its outcome is unknown. */
  send(record: Row, letter: StoredLetter, signal: AbortSignal): Promise<LetterEnd>;
}

interface LetterSteps<Row extends WithLetter> {
  letters: Letters<Row>;
  /** `null` when there is nothing to send any more. */
  compose(record: Row, letter: StoredLetter): Promise<Composed | null>;
  /** Called before an outcome is stored that is not sent again by itself; may be called twice for the same one. */
  beforeEnd?(record: Row, outcome: LetterOutcome): Promise<void>;
}

/** A message, or why it cannot be sent. */
export type Composed =
  | {
      message: Message;
      /** Of letters that count as the organization's mail. */
      openAllowance?: ((letter: Counted) => Promise<Allowance>) | undefined;
    }
  | { refused: NonNullable<LetterOutcome['code']> };

type Counted = Parameters<Allowance['denied']>[0];

export function createLetterSending<Row extends WithLetter>(
  { transport, metrics }: { transport: Transport; metrics: MailMetrics },
  { letters, compose, beforeEnd }: LetterSteps<Row>,
): LetterSending<Row> {
  async function settle(record: Row, letter: StoredLetter, outcome: LetterOutcome): Promise<LetterEnd> {
    if (outcome.state !== 'queued') await beforeEnd?.(record, outcome);
    const isStored = await letters.settleLetter(record.tenantId, record._id, letter, outcome);
    return isStored ? { kind: 'stored', retryAt: outcome.retryAt } : { kind: 'obsolete' };
  }

  async function transmit(message: Message): Promise<Outcome> {
    const stopTimer = metrics.startMessageTimer();
    const outcome = await transport.send(message);
    stopTimer(outcome.kind);
    return outcome;
  }

  return {
    async send(record, letter, signal) {
      if (letter.state === 'sending')
        return settle(record, letter, { state: 'unknown', code: 'email_unknown' });
      const composed = await compose(record, letter);
      if (composed === null) return { kind: 'obsolete' };
      if ('refused' in composed) return settle(record, letter, { state: 'refused', code: composed.refused });
      const release = await transport.slots.acquire(signal).catch(() => null);
      if (release === null) return { kind: 'interrupted' };
      try {
        const counted = { _id: letter.id, state: letter.state, attempts: letter.attempts };
        const allowance = await composed.openAllowance?.(counted);
        try {
          const code = allowance?.denied(counted);
          if (code !== undefined) return await settle(record, letter, { state: 'refused', code });
          const begun = await letters.beginLetter(record.tenantId, record);
          if (begun === null) return { kind: 'obsolete' };
          allowance?.recordAttempt(counted);
          const outcome = await transmit(composed.message);
          if (outcome.kind === 'accepted' || outcome.kind === 'refused')
            allowance?.recordOutcome(outcome.kind === 'refused');
          return await settle(record, begun, outcomeOf(outcome, begun.attempts));
        } finally {
          await allowance?.close();
        }
      } finally {
        release();
      }
    },
  };
}

/** What an attempt leaves: a mail server that is unavailable is tried again, as for certificates. */
function outcomeOf(outcome: Outcome, attempts: number): LetterOutcome {
  const { verdict } = classifyAttempt(outcome, attempts);
  const reply = responseOf(outcome)?.text;
  const said = reply === undefined ? {} : { reply };
  if (verdict.kind === 'done') return { state: 'sent' };
  if (verdict.kind === 'again') return { state: 'queued', retryAt: verdict.at, ...said };
  const { code } = verdict.error;
  return { state: verdict.delivery === 'unknown' ? 'unknown' : 'refused', code, ...said };
}
