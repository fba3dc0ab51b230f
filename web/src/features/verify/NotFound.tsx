import { useTranslation } from 'react-i18next';
import { FileCheck } from './FileCheck.tsx';
import { referenceProblem } from './reference.ts';

/** No certificate found: what may be wrong with the reference, and other ways to verify. */
export function NotFound({ reference }: { reference: string }) {
  const { t } = useTranslation();
  const found = referenceProblem(reference);
  return (
    <div className="plain">
      <h1 className="says">{t('verify.notFound.title')}</h1>
      <p className="lead">
        {found ? `${t(`verify.notFound.${found.says}`, { count: found.length })} ` : ''}
        {t('verify.notFound.nothing')}
      </p>
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
