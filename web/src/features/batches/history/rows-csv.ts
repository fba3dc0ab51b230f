import { type Batch, type BatchItem, csvLine, csvStart } from '@sello/contracts';
import { placeOf } from '../../../batches/remedies/place.ts';
import { type StepContext, stepsOf } from '../../../batches/remedies/steps.ts';
import { csvDelimiter } from '../../../i18n/csv-delimiter.ts';
import { failureOf } from '../failure.ts';
import { outcomeOf } from './outcome.ts';

/** The rows of a batch as a CSV with titles in the reader's language. */
export function csvOf(batch: Batch, items: readonly BatchItem[], context: StepContext): string {
  const { t } = context;
  const delimiter = csvDelimiter();
  const isEmail = batch.kind === 'email';
  const titles = [
    t('batchPages.columns.row'),
    t('batchPages.columns.person'),
    ...(isEmail ? [t('batchPages.columns.address')] : []),
    t('batchPages.columns.outcome'),
    t(isEmail ? 'batchPages.columns.words' : 'batchPages.columns.why'),
    t('failures.columns.place'),
    t('failures.columns.helps'),
  ];
  const lines = items.map((item) =>
    csvLine(
      [
        item.row ?? item.index + 1,
        item.fullName,
        ...(isEmail ? [item.email ?? ''] : []),
        t(`batchPages.outcome.${outcomeOf(item)}`),
        item.error ? failureOf(item, t) : (item.said?.text ?? ''),
        (item.error && placeOf(item.error, t)) ?? '',
        item.error
          ? stepsOf({ ...item, error: item.error }, context)
              .map(({ label }) => label)
              .join('; ')
          : '',
      ],
      delimiter,
    ),
  );
  return csvStart + csvLine(titles, delimiter) + lines.join('');
}
