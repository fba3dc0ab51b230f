import {
  type ErasedCertificate,
  type FileFacts,
  type PublicCertificate,
  printCertId,
  readableSubject,
  timeSentences,
  type Verdict,
  verifyUrl,
} from '@sello/contracts';
import type { TFunction } from 'i18next';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { type Formatters, useFormat } from '../../i18n/format.ts';
import { Icon } from '../../ui/icon/Icon.tsx';
import { Link } from '../../ui/link/Link.tsx';
import { Issuer } from './Issuer.tsx';
import { marks } from './marks.ts';
import { textOf } from './sentences.ts';

/** The fields of a certificate that the facts name; an erased one has few of them. */
type Shown = Pick<PublicCertificate, 'issuer' | 'issuedOn' | 'revokedAt'> &
  Partial<Pick<PublicCertificate, 'replacedAt' | 'replacedBy' | 'replaces' | 'revokedReason' | 'signedBy'>> &
  Partial<Pick<ErasedCertificate, 'erasedAt'>>;

/** The facts as a list. The issuer is first, or second after a status that is not good. */
export function Verdicts({
  verdicts,
  certificate,
  file,
}: {
  verdicts: readonly Verdict[];
  certificate: PublicCertificate | ErasedCertificate;
  file?: FileFacts | undefined;
}) {
  const shown: Shown = certificate;
  const { t } = useTranslation();
  const format = useFormat();
  const values = valuesOf(shown, signerOf(file), format);
  const time = file?.signature === 'intact' ? ` ${textOf(timeSentences(file), t, format)}` : '';
  const checked = file?.bytes === 'issued' ? ` ${t('verify.fileChecked', checkOf(file, format))}` : '';
  return (
    <ul className="verdicts">
      {certificate.state === 'valid' ? <Issuer certificate={certificate} /> : null}
      {verdicts.map(({ fact, tone, says }) => (
        <Fragment key={fact}>
          <li>
            <Icon name={marks[tone].icon} className={marks[tone].className} />
            <span className="label">
              {t(`verify.facts.${fact}`)}
              <span className="hide">: {t(`verify.tones.${tone}`)}.</span>
            </span>
            <p>
              {saying(says, values, t)}
              {fact === 'file' ? checked : ''}
              {fact === 'signature' ? time : ''}
              {fact === 'status' ? (
                <>
                  <Other certId={shown.replacedBy} say={(number) => t('verify.successor', { number })} />
                  <Other certId={shown.replaces} say={(number) => t('verify.predecessor', { number })} />
                </>
              ) : null}
            </p>
          </li>
          {fact === 'status' && certificate.state !== 'valid' ? <Issuer certificate={certificate} /> : null}
        </Fragment>
      ))}
    </ul>
  );
}

/** A link to the certificate before or after this one. */
function Other({ certId, say }: { certId: string | undefined; say: (number: string) => string }) {
  if (!certId) return null;
  return (
    <>
      {' '}
      <Link to={verifyUrl(certId)}>{say(printCertId(certId))}</Link>
    </>
  );
}

/** Every variable that a text of `verify.says` may use. */
type Values = {
  issuer: string;
  issued: string;
  changed: string;
  time: string;
  revoked: string;
  reason: string;
  signer: string;
};

/** The organization if it is known here, else the subject of the signer's certificate. */
function signerOf(file: FileFacts | undefined): string | undefined {
  return file?.signer?.known?.organization ?? file?.signer?.subject;
}

const checkOf = ({ checkedAt }: FileFacts, format: Formatters) => ({
  day: format.dayOf(checkedAt),
  time: format.time(checkedAt),
});

function saying(says: string, values: Values, t: TFunction): string {
  return t(`verify.says.${says}` as 'verify.says.record.issued', values);
}

function valuesOf(certificate: Shown, signer: string | undefined, format: Formatters): Values {
  const changed = certificate.erasedAt ?? certificate.revokedAt ?? certificate.replacedAt;
  return {
    issuer: certificate.issuer.name,
    issued: format.longDay(certificate.issuedOn),
    changed: changed ? format.dayOf(changed) : '',
    time: changed ? format.time(changed) : '',
    revoked: certificate.revokedAt ? format.dayOf(certificate.revokedAt) : '',
    reason: certificate.revokedReason ?? '',
    signer: readableSubject(signer ?? certificate.signedBy ?? ''),
  };
}
