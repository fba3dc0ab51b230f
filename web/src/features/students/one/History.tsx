import { type HistoryLine, printCertId, type TemplateSummary } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';
import { Button, buttonClass } from '../../../ui/button/Button.tsx';
import { Icon, type IconName } from '../../../ui/icon/Icon.tsx';
import { Name } from '../../../ui/name/Name.tsx';
import type { Open } from '../open.ts';

const icons: Record<HistoryLine['state'], IconName> = {
  valid: 'ringCheck',
  replaced: 'clock',
  revoked: 'ringCross',
};

interface Props {
  /** Newest first. */
  lines: readonly HistoryLine[];
  /** Those of today, for the names of what was printed on. */
  templates: readonly TemplateSummary[];
  onOpen: (open: Open) => void;
}

/** The certificates of a student: what became of each, who issued it, and what was sent. */
export function History({ lines, ...rest }: Props) {
  const { t } = useTranslation();
  if (lines.length === 0) return <p className="mute">{t('studentDetails.page.none')}</p>;
  return (
    <ol className="line-of">
      {lines.map((line, at) => (
        <li key={line.certId} id={line.certId}>
          <Icon name={icons[line.state]} className={`is-${line.state}`} />
          <Line line={line} above={lines[at - 1]?.certId} {...rest} />
        </li>
      ))}
    </ol>
  );
}

function Line({
  line,
  above,
  templates,
  onOpen,
}: Omit<Props, 'lines'> & { line: HistoryLine; above: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { certId, state, fileUrl, emails, scoreNumeric, scoreLetter, mayRevoke } = line;
  const number = printCertId(certId);
  const template = templates.find(({ _id }) => _id === line.templateId)?.name;
  const score = [scoreNumeric === undefined ? '' : format.number(scoreNumeric), scoreLetter ?? ''];
  const facts = [
    { term: t('studentDetails.page.course'), value: line.course },
    // Without a course of its own a certificate is recorded under the template's name.
    ...(template && template !== line.course
      ? [{ term: t('studentDetails.page.template'), value: template }]
      : []),
    { term: t('studentDetails.page.score'), value: score.filter(Boolean).join(', ') },
    {
      term: t('studentDetails.page.signedWith'),
      value: line.signed
        ? (line.signedWith ?? t('studentDetails.page.signed'))
        : t('studentDetails.page.notSigned'),
    },
    ...(line.holder ? [{ term: t('studentDetails.page.holder'), value: line.holder }] : []),
  ];
  return (
    <div className="led-row">
      <h3 className="num">{number}</h3>
      <span className="acts">
        {fileUrl && state === 'valid' ? (
          <a
            className={buttonClass('bare', 'small')}
            href={fileUrl}
            target="_blank"
            rel="noopener"
            aria-label={t('studentDetails.page.pdfOf', { number })}
          >
            <Icon name="save" />
            {t('studentDetails.page.pdf')}
          </a>
        ) : null}
        <a className={buttonClass('bare', 'small')} href={line.verifyUrl} target="_blank" rel="noopener">
          {t('studentDetails.page.verify')}
          <span className="hide"> {number}</span>
        </a>
        {mayRevoke ? (
          <Button
            kind="danger"
            size="small"
            onClick={() => onOpen({ is: 'revoke', certId, holder: line.holder })}
          >
            {t('studentDetails.page.revoke')}
            <span className="hide"> {number}</span>
          </Button>
        ) : null}
      </span>
      <p>
        <State line={line} above={above} />
      </p>
      <p className="by">
        {line.issuedBy
          ? t('studentDetails.page.issuedBy', { when: format.moment(line.issuedAt), name: line.issuedBy })
          : t('studentDetails.page.issued', { when: format.moment(line.issuedAt) })}
      </p>
      <dl>
        {facts.map(({ term, value }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value ? <Name text={value} /> : '–'}</dd>
          </div>
        ))}
        {emails.map(({ at, to, state: outcome, response = '' }) => (
          <div key={`${at} ${to}`} className="mail">
            <dt>{t('studentDetails.page.email')}</dt>
            <dd className={outcome === 'refused' ? 'bad' : undefined}>
              {t(`studentDetails.page.emails.${outcome}`, { when: format.moment(at), to })}
              {outcome === 'refused' && response ? <Name text={`: “${response}”`} /> : null}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What became of it, with the certificate before or after it. */
function State({ line, above }: { line: HistoryLine; above: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const word = <b className={`strong is-${line.state}`}>{t(`studentDetails.page.states.${line.state}`)}</b>;
  if (line.state === 'revoked') {
    const when = line.revokedAt ? format.dayOf(line.revokedAt) : '';
    return (
      <>
        {word}{' '}
        {line.revokedBy
          ? t('studentDetails.page.revokedBy', { when, name: line.revokedBy })
          : t('studentDetails.page.revokedOn', { when })}
        {line.revokedReason ? (
          <>
            : “<Name text={line.revokedReason} />”
          </>
        ) : null}
      </>
    );
  }
  if (line.state === 'replaced' && line.replacedBy) {
    const when = line.replacedAt ? format.dayOf(line.replacedAt) : '';
    const key = line.replacedBy === above ? 'above' : 'other';
    return (
      <>
        {word}{' '}
        <a href={`#${line.replacedBy}`}>
          {t(`studentDetails.page.replacedBy.${key}`, { when, number: printCertId(line.replacedBy) })}
        </a>
      </>
    );
  }
  return (
    <>
      {word}
      {line.replaces ? (
        <>
          {' '}
          <a className="mute" href={`#${line.replaces}`}>
            {t('studentDetails.page.replaces', { number: printCertId(line.replaces) })}
          </a>
        </>
      ) : null}
    </>
  );
}
