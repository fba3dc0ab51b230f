import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';

/** As high as an answer, so that nothing moves when it comes. */
export function ResultSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="cols" aria-busy="true">
      <div className="waiting">
        <h1 className="says">{t('verify.checking')}</h1>
        <p className="holder">
          <Skeleton width={320} />
          <Skeleton width={260} />
        </p>
        <p className="lead">
          <Skeleton width={300} />
          <Skeleton width={220} />
        </p>
        <ul className="verdicts">
          {(['issuer', 'record', 'file', 'signature', 'status'] as const).map((fact) => (
            <li key={fact}>
              <Skeleton width={18} />
              <span className="label">{t(`verify.facts.${fact}`)}</span>
              <p>
                <Skeleton width={260} />
                <Skeleton width={180} />
              </p>
            </li>
          ))}
        </ul>
      </div>
      <aside>
        <div className="page-waits" />
      </aside>
    </div>
  );
}
