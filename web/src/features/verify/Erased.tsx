import { type ErasedCertificate, erasedVerdictsOf, printCertId } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Facts } from '../../ui/facts/Facts.tsx';
import { FileCheck } from './FileCheck.tsx';
import { HashOf } from './PrintedFields.tsx';
import { Verdicts } from './Verdicts.tsx';

/** A certificate whose holder asked for erasure: the dates, its issuer, and the check of a copy that somebody has. */
export function Erased({ erased }: { erased: ErasedCertificate }) {
  const { t } = useTranslation();
  const format = useFormat();
  const values = { day: format.dayOf(erased.erasedAt), issued: format.longDay(erased.issuedOn) };
  return (
    <div className="cols">
      <div>
        <h1 className="says">
          {t('verify.heading.erased')} <em className="warn">{t('verify.states.erased')}</em>
        </h1>
        <p className="lead">{t('verify.leadOf.erased', values)}</p>
        <Verdicts verdicts={erasedVerdictsOf(erased)} certificate={erased} />
        <h2 className="h">{t('verify.theCertificate')}</h2>
        <Facts
          facts={[
            { term: t('verify.fields.number'), value: printCertId(erased.certId) },
            { term: t('verify.fields.hash'), value: <HashOf hex={erased.hash} /> },
          ]}
        />
        <h2 className="h">{t('verify.file.title')}</h2>
        <p className="hint">{t('verify.erasedCopy')}</p>
        <FileCheck expected={erased} />
      </div>
      <aside aria-label={t('verify.theCertificate')}>
        <div className="preview struck">
          <b>{t('verifyMore.erased')}</b>
          <div className="no-preview">{t('verifyMore.nothingLeft')}</div>
        </div>
      </aside>
    </div>
  );
}
