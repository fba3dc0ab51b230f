import { type IssuerReport, organizationsApi, printCertId, verifyUrl } from '@sello/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/index.ts';
import { reading } from '../../api/reading.ts';
import { causeOf } from '../../errors/describe.ts';
import { useFormat } from '../../i18n/format.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { Button } from '../../ui/button/Button.tsx';
import { CheckChoice } from '../../ui/choice/Choice.tsx';
import { Name } from '../../ui/name/Name.tsx';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';
import { Broken } from '../../ui/state/State.tsx';

const step = 20;

/** Reports about one issuer, or about all; closed ones only on request. */
export function Reports({ id }: { id?: string }) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  const [limit, setLimit] = useState(step);
  const list = useQuery(
    reading(organizationsApi, 'reports', {
      query: { ...(id === undefined ? {} : { id }), limit, ...(closed ? {} : { closed: 'false' as const }) },
    }),
  );
  const reports = list.data?.items;
  return (
    <section className="reports" id="reports">
      <div className="row">
        <h2>{t('organizations.reports.title')}</h2>
        <CheckChoice checked={closed} onChange={(event) => setClosed(event.target.checked)}>
          {t('organizations.reports.closedToo')}
        </CheckChoice>
      </div>
      {list.isError && !reports ? <Broken error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <Skeleton width={320} /> : null}
      {reports?.length === 0 ? <p className="mute">{t('organizations.reports.none')}</p> : null}
      {reports && reports.length > 0 ? (
        <ul>
          {reports.map((report) => (
            <Report key={report._id} report={report} named={id === undefined} />
          ))}
        </ul>
      ) : null}
      {list.data?.nextCursor ? (
        <button type="button" className="link" onClick={() => setLimit(limit + step)}>
          {t('organizations.reports.more')}
        </button>
      ) : null}
    </section>
  );
}

function Report({ report, named }: { report: IssuerReport; named: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const mistakes = {
    data: t('organizations.reports.mistake.data'),
    notAsked: t('organizations.reports.mistake.notAsked'),
    other: t('organizations.reports.mistake.other'),
  };
  const close = useMutation({
    mutationFn: () => call(organizationsApi, 'close-report', { body: { id: report._id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['organizations'] }),
  });
  return (
    <li>
      {named ? (
        <p className="strong">
          <Link to={pathTo('organizations', { organizationId: report.tenantId })} className="plain">
            <Name text={report.organization} />
          </Link>
        </p>
      ) : null}
      <p className="small mute num">
        {format.dayOf(report.at)}, {format.time(report.at)} ·{' '}
        <Link to={verifyUrl(report.certId)}>{printCertId(report.certId)}</Link>
        {report.email ? (
          <>
            {' · '}
            <a href={`mailto:${report.email}`}>
              <Name text={report.email} />
            </a>
          </>
        ) : null}
      </p>
      {report.mistake ? <p className="small mute">{mistakes[report.mistake]}</p> : null}
      {report.text === '' ? (
        <p className="small mute">{t('organizations.reports.erased')}</p>
      ) : (
        <p className="said">
          <Name text={report.text} />
        </p>
      )}
      {report.closedAt ? (
        <p className="small mute">
          {t('organizations.reports.closedOn', { day: format.dayOf(report.closedAt) })}
        </p>
      ) : (
        <Button kind="line" size="small" working={close.isPending} onClick={() => close.mutate()}>
          {t('organizations.reports.close')}
        </Button>
      )}
      {close.error ? (
        <p className="hint bad" role="alert">
          {causeOf(close.error, t)}
        </p>
      ) : null}
    </li>
  );
}
