import {
  certificatesApi,
  groupOfFinding,
  type PreflightGroup,
  type PreflightKind,
  type PreflightReport,
} from '@sello/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../../../api/reading.ts';
import { activeClient } from '../../../../api/tenant-client.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { Button } from '../../../../ui/button/Button.tsx';
import { Icon } from '../../../../ui/icon/Icon.tsx';
import { Name } from '../../../../ui/name/Name.tsx';
import { Broken } from '../../../../ui/state/State.tsx';
import { detailOf, hintOf, titleOf } from './describe.ts';

const groups = ['cannot', 'different', 'know'] as const satisfies readonly PreflightGroup[];
const drawn = { cannot: 'ringCross', different: 'bang', know: 'info' } as const;
const tones = { cannot: 'bad', different: 'warn', know: '' } as const;

/** What was found, grouped by what it means, with the people inside. */
export function Findings({ preflightId, report }: { preflightId: string; report: PreflightReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  return groups.map((group) => {
    const kinds = report.kinds
      .filter(({ kind }) => groupOfFinding(kind) === group)
      .sort((a, b) => b.rows - a.rows);
    const templates = report.templates.filter(({ kind }) => groupOfFinding(kind) === group);
    if (kinds.length + templates.length === 0) return null;
    return (
      <section key={group} aria-label={t(`preflight.groups.${group}`)}>
        <h3 className={`fh ${tones[group]}`}>{t(`preflight.groups.${group}`)}</h3>
        <ul className={`finds finds--${group}`}>
          {kinds.map(({ kind, rows }) => (
            <li key={kind}>
              <Kind preflightId={preflightId} kind={kind} rows={rows} group={group} />
            </li>
          ))}
          {templates.map(({ kind, templateId, name, rows, elements }) => (
            <li key={`${kind}/${templateId}`} className="line">
              <Icon name={drawn[group]} />
              <span>
                {titleOf(kind, t)}
                <small>
                  <Name text={name} />
                  {elements.length > 0 ? `: ${elements.join(', ')}` : ''}
                </small>
              </span>
              <span className="count">{format.count(rows)}</span>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}

function Kind({
  preflightId,
  kind,
  rows,
  group,
}: {
  preflightId: string;
  kind: PreflightKind;
  rows: number;
  group: PreflightGroup;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const hint = hintOf(kind, t);
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name={drawn[group]} />
        <span>
          {titleOf(kind, t)}
          {hint ? <small>{hint}</small> : null}
        </span>
        <span className="count">{format.count(rows)}</span>
        <Icon name="down" />
      </summary>
      {open ? <People preflightId={preflightId} kind={kind} /> : null}
    </details>
  );
}

function People({ preflightId, kind }: { preflightId: string; kind: PreflightKind }) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = activeClient();
  const pages = useInfiniteQuery({
    queryKey: [...keyOf(certificatesApi, 'preflight-report', { preflightId, kind }), 'people'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      client.call(certificatesApi, 'preflight-report', {
        query: { preflightId, kind, limit: 100, ...(cursor && { cursor }) },
        signal,
      }),
    getNextPageParam: (page) => page.findings.nextCursor ?? undefined,
  });
  if (pages.isError && !pages.data)
    return <Broken error={pages.error} onRetry={() => void pages.refetch()} />;
  return (
    <>
      <ul className="who num" aria-busy={pages.isPending}>
        {pages.data?.pages
          .flatMap(({ findings }) => findings.items)
          .map((finding) => (
            <li key={finding.index}>
              <span>{t('preflight.row', { number: format.count(finding.index + 1) })}</span>
              <b>{finding.fullName === '' ? t('preflight.gone') : <Name text={finding.fullName} />}</b>
              <span>{detailOf(finding, t)}</span>
            </li>
          ))}
      </ul>
      {pages.hasNextPage ? (
        <Button
          kind="line"
          size="small"
          working={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('preflight.more')}
        </Button>
      ) : null}
    </>
  );
}
