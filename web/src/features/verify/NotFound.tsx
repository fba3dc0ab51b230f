import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ownSite } from '../../state/own-site.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { FileCheck } from './FileCheck.tsx';
import { referenceProblem } from './reference.ts';

/** No certificate found: what may be wrong with the reference, the field to correct it, and other ways to verify. */
export function NotFound({ reference, ask }: { reference: string; ask: ReactNode }) {
  const { t } = useTranslation();
  const found = referenceProblem(reference);
  return (
    <div className="plain">
      <h1 className="says">{t('verify.notFound.title')}</h1>
      <p className="lead">
        {found ? `${t(`verify.notFound.${found.says}`, { count: found.length })} ` : ''}
        {ownSite ? t('verify.elsewhere.only', { name: ownSite.name }) : t('verify.notFound.nothing')}
      </p>
      <Elsewhere reference={reference} />
      {ask}
      <ol>
        <li>{t('verify.notFound.again')}</li>
        <li>{t('verify.notFound.scan')}</li>
        <li>{t('verify.notFound.file')}</li>
      </ol>
      <FileCheck />
      <p className="hint">{t('verify.notFound.unproven')}</p>
    </div>
  );
}
