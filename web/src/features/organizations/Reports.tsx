import {
  type IssuerReport,
  organizationsApi,
  printCertId,
  type ReportedCertificate,
  verifyUrl,
} from '@sello/contracts';
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

/** What was reported about one issuer, or about all, by certificate; closed reports only on request. */
export function Reports({ id }: { id?: string }) {
  const { t } = useTranslation();
  const [closed, setClosed] = useState(false);
  const [limit, setLimit] = useState(step);
  const list = useQuery(
    reading(organizationsApi, 'reports', {
      query: { ...(id === undefined ? {} : { id }), limit, ...(closed ? {} : { closed: 'false' as const }) },
    }),
  );
  const certificates = list.data?.items;
  return (
    <section className="reports" id="reports">
      <div className="row">
        <h2>{t('organizations.reports.title')}</h2>
        <CheckChoice checked={closed} onChange={(event) => setClosed(event.target.checked)}>
          {t('organizations.reports.closedToo')}
        </CheckChoice>
      </div>
      {list.isError && !certificates ? (
        <Broken error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.isPending ? <Skeleton width={320} /> : null}
      {certificates?.length === 0 ? <p className="mute">{t('organizations.reports.none')}</p> : null}
      {certificates && certificates.length > 0 ? (
        <ul>
          {certificates.map((certificate) => (
            <Certificate key={certificate.certId} certificate={certificate} named={id === undefined} />
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

/** One certificate with what was reported about it, which is closed as one matter. */
function Certificate({ certificate, named }: { certificate: ReportedCertificate; named: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const queries = useQueryClient();
  const pathTo = usePathTo();
  const { certId, tenantId, organization, reports, total, open } = certificate;
  const close = useMutation({
    // What came since was not read: it stays open.
    mutationFn: () => call(organizationsApi, 'close-reports', { body: { certId, until: reports[0]!.at } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ['organizations'] }),
  });
  const older = total - reports.length;
  const counted = (count: number) => ({ count, number: format.count(count) });
  return (
    <li>
      {named ? (
        <p className="strong">
          <Link to={pathTo('organizations', { organizationId: tenantId })} className="plain">
            <Name text={organization} />
          </Link>
        </p>
      ) : null}
      <p className="small mute num">
        <Link to={verifyUrl(certId)}>{printCertId(certId)}</Link> ·{' '}
        {t('organizations.reports.count', counted(total))}
      </p>
      <ul>
        {reports.map((report) => (
          <Report key={report._id} report={report} />
        ))}
      </ul>
      {older > 0 ? <p className="small mute">{t('organizations.reports.older', counted(older))}</p> : null}
      {open > 0 ? (
        <Button kind="line" size="small" working={close.isPending} onClick={() => close.mutate()}>
          {t('organizations.reports.close', counted(open))}
        </Button>
      ) : null}
      {close.error ? (
        <p className="hint bad" role="alert">
          {causeOf(close.error, t)}
        </p>
      ) : null}
    </li>
  );
}

function Report({ report }: { report: IssuerReport }) {
  const { t } = useTranslation();
  const format = useFormat();
  const mistakes = {
    data: t('organizations.reports.mistake.data'),
    notAsked: t('organizations.reports.mistake.notAsked'),
    other: t('organizations.reports.mistake.other'),
  };
  return (
    <li>
      <p className="small mute num">
        {format.dayOf(report.at)}, {format.time(report.at)}
        {report.email ? (
          <>
            {' · '}
            <a href={`mailto:${report.email}`}>
              <Name text={report.email} />
            </a>
          </>
        ) : null}
        {report.closedAt
          ? ` · ${t('organizations.reports.closedOn', { day: format.dayOf(report.closedAt) })}`
          : null}
      </p>
      {report.mistake ? <p className="small mute">{mistakes[report.mistake]}</p> : null}
      {report.text === '' ? (
        <p className="small mute">{t('organizations.reports.erased')}</p>
      ) : (
        <p className="said">
          <Name text={report.text} />
        </p>
      )}
    </li>
  );
}
