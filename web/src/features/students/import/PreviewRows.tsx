import '../../../ui/tabs/tabs.css';
import {
  type ImportChange,
  type ImportOptions,
  type ImportPreviewRow,
  type ImportSummary,
  studentImportsApi,
  type TemplateSummary,
} from '@sello/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeClient } from '../../../api/tenant-client.ts';
import { causeOf, textOfCode } from '../../../errors/describe.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge/Badge.tsx';
import { Button } from '../../../ui/button/Button.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { useFieldText } from '../useFieldText.ts';

const shows = ['all', 'added', 'changed', 'failed'] as const;
type Show = (typeof shows)[number];

/** The rows of a file, as they will be written, some at a time. */
export function PreviewRows({
  importId,
  summary,
  options,
  templates,
}: {
  importId: string;
  summary: ImportSummary;
  options: ImportOptions;
  templates: readonly TemplateSummary[];
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [show, setShow] = useState<Show>('all');
  const { call } = activeClient();
  const { data, error, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: ['student-imports', importId, options, show],
    queryFn: ({ pageParam, signal }) =>
      call(studentImportsApi, 'import-preview', { query: { importId, show, cursor: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page?.nextCursor ?? undefined,
    // It changes with the decisions alone, which are in its key.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const rows = data?.pages.flatMap((page) => page?.items ?? []) ?? [];
  const countOf = (one: Show): number => (one === 'all' ? summary.rows : summary[one]);
  return (
    <>
      <nav className="tabs" aria-label={t('studentImport.show.label')}>
        {shows.map((one) => (
          <button key={one} type="button" aria-pressed={show === one} onClick={() => setShow(one)}>
            {t(`studentImport.show.${one}`)} <span className="num">{format.count(countOf(one))}</span>
          </button>
        ))}
      </nav>
      {error ? <p className="bad">{causeOf(error, t)}</p> : null}
      <table className="table rows">
        <thead>
          <tr>
            <th scope="col">{t('studentImport.columnsOf.row')}</th>
            <th scope="col">{t('studentImport.columnsOf.student')}</th>
            <th scope="col">{t('studentImport.columnsOf.will')}</th>
            <th scope="col">{t('studentImport.columnsOf.written')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.row}>
              <td className="no num">{format.count(row.row)}</td>
              <td className="name">
                {row.fullName.trim() === '' ? (
                  <span className="mute">{t('studentImport.noName')}</span>
                ) : (
                  <Name text={row.fullName} />
                )}
              </td>
              <td className="kind">
                <Will row={row} />
              </td>
              <td className="why">
                <Written row={row} templates={templates} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && !isFetching ? <p className="mute">{t('studentImport.show.none')}</p> : null}
      {hasNextPage ? (
        <Button kind="line" size="small" working={isFetching} onClick={() => void fetchNextPage()}>
          {t('studentImport.show.more')}
        </Button>
      ) : null}
    </>
  );
}

function Will({ row: { will } }: { row: ImportPreviewRow }) {
  const { t } = useTranslation();
  const text = t(`studentImport.will.${will}`);
  if (will !== 'failed' && will !== 'added') return <span>{text}</span>;
  const isBad = will === 'failed';
  return (
    <Badge tone={isBad ? 'bad' : 'ok'} icon={isBad ? 'cross' : 'plus'}>
      {text}
    </Badge>
  );
}

function Written({ row, templates }: { row: ImportPreviewRow; templates: readonly TemplateSummary[] }) {
  const { t } = useTranslation();
  if (row.error) return textOfCode(row.error.code, row.error.details, t) || row.error.message;
  if (row.already) return t('studentImport.already');
  if (row.will === 'same') return t('studentImport.unchanged');
  if (row.will === 'skipped') return t('studentImport.untouched');
  return (
    <>
      {row.changes
        .filter(({ field }) => row.will === 'changed' || field !== 'fullName')
        .map((change) => (
          <Changed key={change.field} {...{ change, templates }} isNew={row.will === 'added'} />
        ))}
      {row.openDates.map((text) => (
        <span key={text} className="warn num">
          {t('studentImport.openDate', { text })}
        </span>
      ))}
    </>
  );
}

function Changed({
  change: { field, from, to },
  isNew,
  templates,
}: {
  change: ImportChange;
  isNew: boolean;
  templates: readonly TemplateSummary[];
}) {
  const { t, i18n } = useTranslation();
  const textOf = useFieldText(templates);
  const label = field.startsWith('custom.')
    ? field.slice('custom.'.length)
    : i18n.exists(`students.form.${field}`)
      ? t(`students.form.${field as 'fullName'}`)
      : field;
  const shown = (value: string | undefined) => {
    if (value === undefined) return <span className="mute">{t('studentImport.nothing')}</span>;
    return <Name text={textOf(field, value)} />;
  };
  return (
    <span className="change">
      <i>{label}</i>
      <span>
        {isNew ? null : (
          <>
            <del>{shown(from)}</del> <span className="hide">{t('studentImport.becomes')}</span>
            <span aria-hidden="true">→</span>{' '}
          </>
        )}
        <ins>{shown(to)}</ins>
      </span>
    </span>
  );
}
