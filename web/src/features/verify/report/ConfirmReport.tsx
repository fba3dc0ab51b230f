import { verifyApi, verifyUrl } from '@sello/contracts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, ApiError, call } from '../../../api/index.ts';
import { useFormat } from '../../../i18n/format.ts';
import { useParamsOf, usePathTo } from '../../../tenancy/routes.ts';
import { buttonClass } from '../../../ui/button/Button.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { Page, Ruled } from './Page.tsx';
import { Back } from './ReportMistake.tsx';

type Confirmed = Answer<(typeof verifyApi.calls)['confirm-report']>;

/** The page of a report's link, which passes the report on. Opening it again says the same. */
export function ConfirmReport() {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const { token = '' } = useParamsOf('confirmReport');
  const [answer, setAnswer] = useState<{ confirmed: Confirmed } | { error: unknown }>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round asks again.
  useEffect(() => {
    let isGone = false;
    setAnswer(undefined);
    call(verifyApi, 'confirm-report', { body: { token } }).then(
      (confirmed) => isGone || setAnswer({ confirmed }),
      (error: unknown) => isGone || setAnswer({ error }),
    );
    return () => {
      isGone = true;
    };
  }, [token, round]);

  if (answer === undefined) return <Page title={t('report.passingOn')} busy />;
  if ('confirmed' in answer) {
    const { certId, organization, confirmedAt } = answer.confirmed;
    const when = `${format.dayOf(confirmedAt)}, ${format.time(confirmedAt)}`;
    return (
      <Page title={t('report.passedOn')}>
        <Ruled tone="ok" role="status">
          <Rich
            text={t('report.has')}
            parts={{ when: <span className="num">{when}</span>, issuer: <Name text={organization} /> }}
          />
        </Ruled>
        <Back to={verifyUrl(certId)} />
      </Page>
    );
  }
  const { error } = answer;
  if (error instanceof ApiError && error.code === 'report_link_invalid')
    return (
      <Page title={t('report.linkEnded')}>
        <Ruled tone="warn" role="alert">
          {t('errors.report_link_invalid')}
        </Ruled>
        <div className="form-acts">
          <Link className={buttonClass('line')} to={pathTo('verify')}>
            {t('header.verify')}
          </Link>
        </div>
      </Page>
    );
  return (
    <Page title={t('report.title')}>
      <Broken title={t('report.notPassedOn')} error={error} onRetry={() => setRound(round + 1)} />
    </Page>
  );
}
