import type { StoredLetter } from '@sello/contracts';
import { times } from '@sello/kit';
import type { JobContext } from '@sello/queue';
import type { WithLetter } from '@sello/store';
import type { LetterSending } from '../sending/letter-sending.ts';

/**
 * Sends the letter of a record once, if it is still the record's letter and has not ended. `onStored` is called when an
 * outcome was written.
 */
export async function runLetter<Row extends WithLetter>(
  record: Row | null,
  letterId: string,
  sending: LetterSending<Row>,
  { signal, handBack }: Pick<JobContext, 'signal' | 'handBack'>,
  onStored: () => Promise<void> = async () => undefined,
): Promise<void> {
  const letter: StoredLetter | undefined = record?.letter;
  if (!record || !letter || letter.id !== letterId) return;
  if (letter.state !== 'queued' && letter.state !== 'sending') return;
  const waitMs = (letter.retryAt?.getTime() ?? 0) - Date.now();
  if (waitMs > 0) handBack(waitMs);

  const end = await sending.send(record, letter, signal);
  if (end.kind === 'interrupted') return handBack(times.letterInterruptedMs);
  if (end.kind === 'obsolete') return;
  await onStored();
  if (end.retryAt) handBack(Math.max(0, end.retryAt.getTime() - Date.now()));
}
