import {
  existingChoice as existing,
  type ImportOptions,
  type ImportSummary,
  type TemplateSummary,
} from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { encodingText } from './EncodingQuestion.tsx';
import { PreviewRows } from './PreviewRows.tsx';
import { Sums } from './Sums.tsx';
import type { SentFile } from './sent-file.ts';

interface Props {
  file: SentFile;
  summary: ImportSummary;
  options: ImportOptions;
  templates: readonly TemplateSummary[];
  starting: boolean;
  fault: string | undefined;
  onAnother: () => void;
  /** Of a file whose encoding was asked about: asks again. */
  onEncoding: (() => void) | undefined;
  onDecide: (options: ImportOptions) => void;
  onStart: () => void;
  onClose: () => void;
}

/** What a file would do, with the decisions that change it. */
export function ImportPreview({
  file,
  summary,
  options,
  templates,
  starting,
  fault,
  onAnother,
  onEncoding,
  onDecide,
  onStart,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const format = useFormat();
  const { rows, dates, failed } = summary;
  const isOpen = dates.both.count > 0 && options.dayFirst === undefined;
  const count = summary.added + summary.changed;
  const given = (of: number) => ({ count: of, number: format.count(of) });
  const knows = summary.known > 0 || options.existing === 'add';
  return (
    <Dialog
      title={t('studentImport.title')}
      onClose={onClose}
      busy={starting}
      isDirty
      className="imp dialog--wide"
      end={
        <>
          <span className="pull small mute" role="status">
            {fault ?? (isOpen ? `${t('studentImport.dates.open')} ` : '')}
            {fault === undefined && failed > 0 ? t('studentImport.left', given(failed)) : ''}
          </span>
          <Button kind="line" onClick={onClose} disabled={starting}>
            {t('common.cancel')}
          </Button>
          <Button working={starting} disabled={isOpen || count === 0} onClick={onStart}>
            {t('studentImport.act', given(count))}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body" tabIndex={0} aria-label={t('studentImport.title')}>
        <p className="file num">
          <b>
            <Name text={file.fileName} />
          </b>
          <span>
            {t('studentImport.rows', given(rows))}, {format.bytes(file.size)},{' '}
            {t(`studentImport.delimiter.${delimiterName(summary.delimiter)}`)}
            {onEncoding ? `, ${encodingText(summary.encoding, t)}` : ''}
          </span>
          {onEncoding ? (
            <button type="button" className="link small" onClick={onEncoding}>
              {t('studentImport.encoding.change')}
            </button>
          ) : null}
          <button type="button" className="link small" onClick={onAnother}>
            {t('studentImport.another')}
          </button>
        </p>
        <Sums {...summary} same={summary.same + summary.skipped} />
        {dates.both.count > 0 ? (
          <DateQuestion dates={dates} dayFirst={options.dayFirst} onAnswer={answerDates} />
        ) : null}
        {knows ? (
          <fieldset className="known-ones">
            <legend>
              {t('studentImport.existing', { count: summary.known, number: format.count(summary.known) })}
            </legend>
            {existing.options.map((choice) => (
              <RadioChoice
                key={choice}
                name="existing"
                checked={options.existing === choice}
                onChange={() => onDecide({ ...options, existing: choice })}
              >
                {t(`studentImport.existingChoices.${choice}`)}
              </RadioChoice>
            ))}
          </fieldset>
        ) : null}
        <PreviewRows importId={file.importId} {...{ summary, options, templates }} />
      </section>
    </Dialog>
  );

  function answerDates(dayFirst: boolean): void {
    onDecide({ ...options, dayFirst });
  }
}

function DateQuestion({
  dates: { both, dayFirst: days, monthFirst: months },
  dayFirst,
  onAnswer,
}: {
  dates: ImportSummary['dates'];
  dayFirst: boolean | undefined;
  onAnswer: (dayFirst: boolean) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const { text = '', row = 0, day = '', month = '' } = both.example ?? {};
  const agree = (certain: number, others: number): string | undefined =>
    certain > 0 && others === 0 ? t('studentImport.dates.agree') : undefined;
  return (
    <fieldset className="ask-dates">
      <legend>{t('studentImport.dates.title')}</legend>
      <p className="mute num">
        {t('studentImport.dates.both', {
          ...{ count: both.count, number: format.count(both.count), text, row: format.count(row) },
        })}{' '}
        {days.count + months.count > 0
          ? t('studentImport.dates.others', {
              ...{ day: format.count(days.count), month: format.count(months.count) },
            })
          : ''}
        {days.example && months.example
          ? ` ${t('studentImport.dates.disagree', {
              ...{ day: days.example.text, dayRow: format.count(days.example.row) },
              ...{ month: months.example.text, monthRow: format.count(months.example.row) },
            })}`
          : ''}
      </p>
      <div className="opts">
        <RadioChoice
          name="dayFirst"
          checked={dayFirst === true}
          onChange={() => onAnswer(true)}
          note={agree(days.count, months.count)}
        >
          {t('studentImport.dates.day', { date: day && format.longDay(day) })}
        </RadioChoice>
        <RadioChoice
          name="dayFirst"
          checked={dayFirst === false}
          onChange={() => onAnswer(false)}
          note={agree(months.count, days.count)}
        >
          {t('studentImport.dates.month', { date: month && format.longDay(month) })}
        </RadioChoice>
      </div>
    </fieldset>
  );
}

function delimiterName(delimiter: string): 'comma' | 'semicolon' | 'tab' | 'other' {
  return delimiter === ',' ? 'comma' : delimiter === ';' ? 'semicolon' : delimiter === '\t' ? 'tab' : 'other';
}
