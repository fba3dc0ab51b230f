import { limits, printCertId, readCertificateReference, reportLimits, verifyUrl } from '@sello/contracts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { useParamsOf } from '../../../tenancy/routes.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { RadioChoice } from '../../../ui/choice/Choice.tsx';
import { Field, TextField } from '../../../ui/field/Field.tsx';
import { Link } from '../../../ui/link/Link.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import { Rich } from '../../../ui/rich/Rich.tsx';
import { Broken } from '../../../ui/state/State.tsx';
import { useLookup } from '../useLookup.ts';
import { Page, Ruled } from './Page.tsx';
import { type About, abouts, type Report, type Stage, useReport } from './useReport.ts';

/** The form that reports a mistake on a certificate to its issuer, or an impostor to the people who run the server. */
export function ReportMistake() {
  const { t } = useTranslation();
  const { reference = '' } = useParamsOf('reportMistake');
  const read = readCertificateReference(reference);
  const asked = read ? ('hash' in read ? read.hash : read.certId) : '';
  const answer = useLookup(asked);
  if (read && answer.found === undefined)
    return answer.error === undefined ? (
      <Page title={t('report.title')} busy />
    ) : (
      <Page title={t('report.title')}>
        <Broken title={t('report.broken')} error={answer.error} onRetry={answer.again} />
      </Page>
    );
  if (!answer.found || 'erased' in answer.found)
    return (
      <Page title={t('report.title')}>
        <Ruled tone="warn">{t(answer.found ? 'report.erased' : 'report.unknown')}</Ruled>
        <Back to={verifyUrl(reference)} />
      </Page>
    );
  const { certId, issuer, holder } = answer.found.certificate;
  return <Form key={certId} certId={certId} issuer={issuer.name} holder={holder} />;
}

function Form({ certId, issuer, holder }: { certId: string; issuer: string; holder: string }) {
  const { t } = useTranslation();
  const report = useReport(certId);
  const { stage } = report;
  const { at } = stage;
  const shown = useRef(at);
  // The form is longer than what takes its place, and its last button is pressed: on a phone that would be out of sight.
  useEffect(() => {
    if (shown.current !== at) document.documentElement.scrollTop = 0;
    shown.current = at;
  }, [at]);
  const back = verifyUrl(certId);
  if (stage.at === 'asked')
    return (
      <Page title={t('report.oneStep')}>
        <Ruled icon="mail" role="status">
          <Rich
            text={t('report.wrote')}
            parts={{
              address: <Name text={report.draft.email.trim()} strong />,
              issuer: <Name text={issuer} />,
            }}
          />
        </Ruled>
        <div className="form-acts">
          <Button kind="line" working={report.isSending} onClick={report.send}>
            {t('report.again')}
          </Button>
          <Link to={back}>{t('report.back')}</Link>
        </div>
      </Page>
    );
  if (stage.at === 'thanks')
    return (
      <Page title={t('report.thanksTitle')}>
        <Ruled tone="ok" role="status">
          {t('report.thanks', { number: printCertId(certId) })}
        </Ruled>
        <Back to={back} />
      </Page>
    );
  if (stage.at === 'limited') return <Limited stage={stage} report={report} issuer={issuer} back={back} />;
  return (
    <Page
      title={t('report.title')}
      beside={
        <>
          <p className="lead">
            {report.draft.about === 'issuer' ? (
              t('report.leadOperator')
            ) : (
              <Rich text={t('report.lead')} parts={{ issuer: <Name text={issuer} /> }} />
            )}
          </p>
          <p className="hint about">
            {t('report.about')}
            <br />
            <b className="strong num">{printCertId(certId)}</b>, <Name text={holder} />
          </p>
        </>
      }
    >
      <Fields report={report} />
    </Page>
  );
}

function Fields({ report }: { report: Report }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { draft, change, wrong, failure } = report;
  const labels: Record<About, string> = {
    data: t('report.kinds.data'),
    notAsked: t('report.kinds.notAsked'),
    issuer: t('report.kinds.issuer'),
    other: t('report.kinds.other'),
  };
  const toOperator = draft.about === 'issuer';
  const send = (event: FormEvent): void => {
    event.preventDefault();
    report.send();
  };
  return (
    <form className="fields" noValidate aria-label={t('report.title')} onSubmit={send}>
      <fieldset className="stack-s">
        <legend className="legend label">{t('report.what')}</legend>
        {abouts.map((about) => (
          <RadioChoice
            key={about}
            name="about"
            checked={draft.about === about}
            onChange={() => change({ about })}
            note={about === 'issuer' ? t('report.kinds.issuerNote') : undefined}
          >
            {labels[about]}
          </RadioChoice>
        ))}
      </fieldset>
      <Field
        label={t('report.words')}
        hint={
          <span className="num">
            {t('report.letters', {
              written: format.count(draft.text.length),
              most: format.count(limits.reportText),
            })}
          </span>
        }
        error={
          wrong.includes('text')
            ? t(draft.text.trim() === '' ? 'report.textRequired' : 'report.textUnreadable')
            : undefined
        }
      >
        {(bound) => (
          <textarea
            className="input"
            rows={5}
            maxLength={limits.reportText}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
            {...bound}
          />
        )}
      </Field>
      <TextField
        type="email"
        autoComplete="email"
        maxLength={254}
        label={toOperator ? t('report.emailIfAnswer') : t('report.email')}
        value={draft.email}
        onChange={(event) => change({ email: event.target.value })}
        error={
          wrong.includes('email')
            ? draft.email.trim() === ''
              ? t('report.emailRequired')
              : t('report.emailInvalid')
            : undefined
        }
      />
      {/* People do not see this field; programs that fill in every field do. */}
      <div className="trap" aria-hidden="true">
        <label>
          {t('report.leaveEmpty')}
          <input
            tabIndex={-1}
            autoComplete="off"
            name="website"
            value={draft.website}
            onChange={(event) => change({ website: event.target.value })}
          />
        </label>
      </div>
      {failure ? (
        <p className="hint bad" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="form-acts">
        <Button type="submit" working={report.isSending}>
          {t('report.send')}
        </Button>
        {toOperator ? null : <span className="small mute">{t('report.first')}</span>}
      </div>
    </form>
  );
}

function Limited({
  stage: { by, until },
  report,
  issuer,
  back,
}: {
  stage: Extract<Stage, { at: 'limited' }>;
  report: Report;
  issuer: string;
  back: string;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const when = format.moment(until);
  const reached = reportLimits.find((one) => one === by) ?? 'requests';
  return (
    <Page title={t('report.limited.title')}>
      <Ruled tone="warn" role="alert">
        <Rich
          text={`${t(`report.limited.${reached}`)} ${t('report.limited.next')}`}
          parts={{
            ...{ when: <span className="num">{when}</span>, issuer: <Name text={issuer} /> },
            address: <Name text={report.draft.email.trim()} />,
          }}
        />
      </Ruled>
      <div className="form-acts">
        <Button kind="line" onClick={report.backToForm}>
          {t('report.toForm')}
        </Button>
        <Link to={back}>{t('report.back')}</Link>
      </div>
    </Page>
  );
}

export function Back({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <div className="form-acts">
      <Link className={buttonClass('line')} to={to}>
        {t('report.back')}
      </Link>
    </div>
  );
}
