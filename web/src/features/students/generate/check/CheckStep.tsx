import './check.css';
import { csvLine, csvStart } from '@sello/contracts';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { csvDelimiter } from '../../../../i18n/csv-delimiter.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { useStarted } from '../../../../state/useStarted.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Icon } from '../../../../ui/icon/Icon.tsx';
import { Ruler } from '../../../../ui/progress/Ruler.tsx';
import { saveText } from '../../../../ui/save/save.ts';
import { Broken } from '../../../../ui/state/State.tsx';
import { toastError } from '../../../../ui/toast/toastError.ts';
import type { Agreed } from '../../many/growth.ts';
import { detailOf, titleOf } from './describe.ts';
import { Findings } from './Findings.tsx';
import { Risks } from './Risks.tsx';
import { type CheckedRows, startPreflight } from './start.ts';
import { allFindings, type Preflight, usePreflight } from './usePreflight.ts';

/** What was done at once, or what to do when it is prepared, unless the person went back meanwhile. */
type Prepared = void | Promise<() => void>;

export interface CheckProps {
  /** Who is issued, with the chosen templates. */
  rows: CheckedRows;
  /** How many they are, as the person has seen. */
  count: number;
  /** Of the variables `batch.…`. */
  values?: Readonly<Record<string, string>>;
  onBack: () => void;
  /** Goes on without those who cannot be issued; `agreed` is what was said of students added since. */
  onGoOn: (without: ReadonlySet<string>, agreed?: Agreed) => Prepared;
  /** Closes to correct those who cannot be issued. */
  onRepair: (ids: readonly string[]) => Prepared;
  onSkip: () => void;
}

/** The check before printing: the body and the buttons of the dialog, which gives the frame. */
export function CheckStep({ rows, count, values, onBack, onGoOn, onRepair, onSkip }: CheckProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const act = (number: number): string => t('preflight.all', { number: format.count(number) });
  const preflight = usePreflight((given) => startPreflight(given, values, act), { rows, values, onBack });
  const { report, error, preflightId, agreed, begin } = preflight;
  const gathering = useStarted();
  const gather = (next: (ids: string[]) => Prepared): void => {
    if (preflightId === undefined) return;
    gathering.start(
      async () => {
        const found = report?.cannot === 0 ? [] : await allFindings(preflightId, 'cannot');
        return next([...new Set(found.map(({ studentId }) => studentId))]);
      },
      (go) => go?.(),
      (failure) => toastError(failure, t),
    );
  };
  const save = useMutation({
    mutationFn: async () => {
      if (preflightId === undefined) return;
      const found = await allFindings(preflightId);
      const head = ['row', 'name', 'finding', 'detail'].map((column) =>
        t(`preflight.columns.${column as 'row' | 'name' | 'finding' | 'detail'}`),
      );
      const lines = found.map((finding) => [
        ...[finding.index + 1, finding.fullName, titleOf(finding.kind, t), detailOf(finding, t)],
      ]);
      const delimiter = csvDelimiter();
      saveText(
        t('preflight.fileName'),
        csvStart + [head, ...lines].map((line) => csvLine(line, delimiter)).join(''),
        'text/csv',
      );
    },
    onError: (failure) => toastError(failure, t),
  });
  const hasFailed = report?.state === 'failed';
  const isDone = report?.state === 'done';
  const found = (report?.kinds.length ?? 0) + (report?.templates.length ?? 0) > 0;
  const cannot = report?.cannot ?? 0;
  const isWorking = gathering.isPending;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="body chk" tabIndex={0} aria-label={t('preflight.region')}>
        {error || hasFailed ? (
          <Broken
            error={error}
            {...(hasFailed && !error ? { title: t('preflight.failed') } : {})}
            onRetry={begin}
          />
        ) : isDone && preflightId ? (
          <Found preflightId={preflightId} report={report} />
        ) : (
          <Progress preflight={preflight} total={report?.total ?? count} />
        )}
      </section>
      <div className="end">
        {isDone ? (
          <>
            {found ? (
              <Button
                kind="bare"
                icon="save"
                className="first"
                working={save.isPending}
                onClick={() => save.mutate()}
              >
                {t('preflight.csv')}
              </Button>
            ) : null}
            <Button kind="line" onClick={onBack} disabled={isWorking}>
              {t('preflight.back')}
            </Button>
            {cannot > 0 ? (
              <Button kind="line" disabled={isWorking} onClick={() => gather(onRepair)}>
                {t('preflight.repair', { count: cannot })}
              </Button>
            ) : null}
            <Button
              disabled={cannot > 0 && cannot >= (report?.total ?? 0)}
              working={isWorking}
              onClick={() => gather((ids) => onGoOn(new Set(ids), agreed))}
            >
              {cannot > 0 ? t('preflight.goOnWithout', { count: cannot }) : t('preflight.goOn')}
            </Button>
          </>
        ) : (
          <>
            <span className="faint small first">{error || hasFailed ? '' : t('preflight.leave')}</span>
            <Button kind="line" onClick={onBack}>
              {t('preflight.back')}
            </Button>
            <Button kind="line" onClick={onSkip}>
              {t('preflight.skip')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

function Progress({ preflight: { report, since }, total }: { preflight: Preflight; total: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { checked = 0, cannot = 0, remarks = 0 } = report ?? {};
  const seconds = since && checked > since.checked ? (Date.now() - since.at) / (checked - since.checked) : 0;
  const left = Math.ceil((seconds * (total - checked)) / 1_000);
  const figures = [
    { term: 'checked', value: format.count(checked), tone: '' },
    { term: 'cannot', value: format.count(cannot), tone: cannot > 0 ? 'bad' : '' },
    { term: 'remarks', value: format.count(remarks), tone: remarks > 0 ? 'warn' : '' },
    { term: 'left', value: left > 0 ? clock(left) : '–', tone: '' },
  ] as const;
  return (
    <>
      <p className="mute">{t('preflight.lead')}</p>
      <dl className="figures">
        {figures.map(({ term, value, tone }) => (
          <div key={term}>
            <dt>{t(`preflight.figures.${term}`)}</dt>
            <dd className={tone}>{value}</dd>
          </div>
        ))}
      </dl>
      <Ruler
        label={t('preflight.progress')}
        total={total}
        done={checked}
        failed={0}
        state="running"
        scale={['0', format.count(Math.round(total / 2)), format.count(total)]}
      />
      <p className="waits faint small" role="status">
        {report?.waits ? t('preflight.waits') : ''}
      </p>
    </>
  );
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

function Found({ preflightId, report }: { preflightId: string; report: NonNullable<Preflight['report']> }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { total, cannot, remarks, risks, longestName } = report;
  const number = { total: format.count(total), can: format.count(total - cannot) };
  if (cannot === 0 && remarks === 0) {
    return (
      <>
        <div className="note note--ok">
          <Icon name="ringCheck" />
          <p>
            <b className="strong">{t('preflight.clean', { count: total, number: number.total })}</b>{' '}
            {t('preflight.longest', { name: longestName })}
          </p>
        </div>
        <Findings preflightId={preflightId} report={report} />
      </>
    );
  }
  return (
    <>
      <p className="sum">
        <b className="strong num">
          {cannot > 0
            ? t('preflight.sum', { can: number.can, cannot: format.count(cannot) })
            : t('preflight.allCan', { count: total, number: number.total })}
        </b>{' '}
        {remarks > 0 ? (
          <span className="mute">
            {t('preflight.different', { count: remarks, number: format.count(remarks) })}
          </span>
        ) : null}
      </p>
      <Risks preflightId={preflightId} risks={risks} />
      <Findings preflightId={preflightId} report={report} />
    </>
  );
}
