import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/format.ts';

/** How many rows are new, changed, as before and failed. */
export function Sums(counts: { added: number; changed: number; same: number; failed: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <dl className="sums num">
      {(['added', 'changed', 'same', 'failed'] as const).map((name) => (
        <div key={name}>
          <dt>{t(`studentImport.will.${name}`)}</dt>
          <dd className={name === 'failed' && counts.failed > 0 ? 'bad' : undefined}>
            {format.count(counts[name])}
          </dd>
        </div>
      ))}
    </dl>
  );
}
