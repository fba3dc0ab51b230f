import type { BatchItem, DeliveryState, ItemState } from '@sello/contracts';
import type { TFunction } from 'i18next';
import type { Formatters } from '../../../i18n/format.ts';
import { failureOf } from '../failure.ts';

/** What became of a row: `again` for an e-mail that was sent once more, `unsent` for one that never left. */
export type Outcome = ItemState | DeliveryState | 'again' | 'unsent';

export function outcomeOf({ state, delivery, again }: BatchItem): Outcome {
  if (again) return 'again';
  if (state === 'cancelled') return 'cancelled';
  if (delivery) return delivery;
  return state;
}

/** The mail server's words, or why the row failed. */
export function wordsOf(item: BatchItem, format: Formatters, t: TFunction): string {
  const { again, said, delivery } = item;
  if (again) return t(`batchPages.again.${again.state}`, { time: format.moment(again.at) });
  if (delivery === 'unknown') return t('batchPages.unknownMeans');
  if (said && delivery === 'accepted') {
    return said.text ? `${said.text}, ${format.time(said.at)}` : format.time(said.at);
  }
  return failureOf(item, t);
}
