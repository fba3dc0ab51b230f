import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton/Skeleton.tsx';

export function ResultSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="cols" aria-busy="true">
      <div>
        <h1 className="says">{t('verify.checking')}</h1>
        <ul className="verdicts waiting">
          {(['record', 'file', 'signature', 'status'] as const).map((fact) => (
            <li key={fact}>
              <Skeleton width={18} />
              <span className="label">{t(`verify.facts.${fact}`)}</span>
              <Skeleton width={260} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
