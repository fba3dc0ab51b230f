import { type Batch, type BatchItem, csvLine, csvStart } from '@sello/contracts';
import type { TFunction } from 'i18next';
import { failureOf } from '../failure.ts';
import { outcomeOf } from './outcome.ts';

/** The rows of a batch as a CSV with titles in the reader's language. */
export function csvOf(batch: Batch, items: readonly BatchItem[], t: TFunction): string {
  const isEmail = batch.kind === 'email';
  const titles = [
    t('batchPages.columns.row'),
    t('batchPages.columns.person'),
    ...(isEmail ? [t('batchPages.columns.address')] : []),
    t('batchPages.columns.outcome'),
    t(isEmail ? 'batchPages.columns.words' : 'batchPages.columns.why'),
  ];
  const lines = items.map((item) =>
    csvLine([
      item.row ?? item.index + 1,
      item.fullName,
      ...(isEmail ? [item.email ?? ''] : []),
      t(`batchPages.outcome.${outcomeOf(item)}`),
      item.error ? failureOf(item, t) : (item.said?.text ?? ''),
    ]),
  );
  return csvStart + csvLine(titles) + lines.join('');
}
