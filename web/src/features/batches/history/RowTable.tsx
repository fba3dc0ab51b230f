import { type Batch, type BatchItem, limits } from '@sello/contracts';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureHelp } from '../../../batches/remedies/FailureHelp.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { Badge, type Tone } from '../../../ui/badge/Badge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import type { IconName } from '../../../ui/icon/Icon.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Skeleton } from '../../../ui/skeleton/Skeleton.tsx';
import { RowName } from '../RowName.tsx';
import { outcomeOf, wordsOf } from './outcome.ts';

const marks: Record<ReturnType<typeof outcomeOf>, { tone: Tone; icon: IconName }> = {
  queued: { tone: 'plain', icon: 'clock' },
  sending: { tone: 'plain', icon: 'clock' },
  running: { tone: 'plain', icon: 'clock' },
  done: { tone: 'ok', icon: 'ringCheck' },
  accepted: { tone: 'ok', icon: 'ringCheck' },
  again: { tone: 'plain', icon: 'retry' },
  refused: { tone: 'bad', icon: 'ringCross' },
  failed: { tone: 'bad', icon: 'ringCross' },
  unknown: { tone: 'warn', icon: 'ask' },
  unsent: { tone: 'plain', icon: 'stop' },
  cancelled: { tone: 'plain', icon: 'stop' },
};

interface Props {
  batch: Batch;
  /** Undefined while the first page loads. */
  page: readonly BatchItem[] | undefined;
  /** Absent where nothing can be sent again. */
  onResend: ((index: number) => void) | undefined;
}

/** The rows of a batch. Those of e-mails with address, outcome and the mail server's words. */
export function RowTable({ batch, page, onResend }: Props) {
  const { t } = useTranslation();
  const isEmail = batch.kind === 'email';
  return (
    <table className={isEmail ? 'table ml' : 'table ml rs'} aria-busy={!page}>
      <thead>
        <tr>
          {isEmail ? null : (
            <th scope="col" className="at">
              {t('batchPages.columns.row')}
            </th>
          )}
          <th scope="col">{t('batchPages.columns.person')}</th>
          {isEmail ? <th scope="col">{t('batchPages.columns.address')}</th> : null}
          <th scope="col">{t('batchPages.columns.outcome')}</th>
          <th scope="col">{t(isEmail ? 'batchPages.columns.words' : 'batchPages.columns.why')}</th>
          {isEmail ? (
            <th scope="col" className="act">
              <span className="hide">{t('batchPages.columns.acts')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {page
          ? page.map((item) => <Row key={item.index} item={item} isEmail={isEmail} onResend={onResend} />)
          : widths
              .slice(0, limits.skeletonRows.students)
              .map((width) => <Waiting key={width} width={width} columns={isEmail ? 5 : 4} />)}
      </tbody>
    </table>
  );
}

/** Memoized: renders again only when its row changes. */
const Row = memo(function Row({
  item,
  isEmail,
  onResend,
}: {
  item: BatchItem;
  isEmail: boolean;
  onResend: Props['onResend'];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const outcome = outcomeOf(item);
  const { tone, icon } = marks[outcome];
  const canResend = onResend && (item.delivery === 'refused' || item.delivery === 'unknown') && !item.again;
  return (
    <tr>
      {isEmail ? null : <td className="at num mute">{format.count(item.row ?? item.index + 1)}</td>}
      <td className="name">
        <RowName item={item} />
      </td>
      {isEmail ? (
        <td className="full adr">
          {item.email ? (
            <Name text={item.email} />
          ) : (
            <>
              <span aria-hidden="true" className="faint">
                –
              </span>
              <span className="hide">{t('batchPages.noAddress')}</span>
            </>
          )}
        </td>
      ) : null}
      <td className="right">
        <Badge tone={tone} icon={icon}>
          {t(`batchPages.outcome.${outcome}`)}
        </Badge>
      </td>
      <td className="full mute wds">
        {wordsOf(item, format, t)}
        {item.error && !item.again ? <FailureHelp failed={{ ...item, error: item.error }} /> : null}
      </td>
      {isEmail ? (
        <td className="act two">
          {canResend ? (
            <Button kind="line" size="small" onClick={() => onResend(item.index)}>
              {t('batchPages.sendAgain')}
              <span className="hide">
                {' '}
                <Name text={item.fullName} />
              </span>
            </Button>
          ) : null}
        </td>
      ) : null}
    </tr>
  );
});

/** Widths of the skeletons of names, one for each row. */
const widths = [180, 210, 150, 190, 170];

function Waiting({ width, columns }: { width: number; columns: number }) {
  return (
    <tr className="waiting">
      <td className="name">
        <Skeleton width={width} />
      </td>
      {Array.from({ length: columns - 1 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row never change their order.
        <td key={place} className="full">
          <Skeleton width={110} />
        </td>
      ))}
    </tr>
  );
}
