import { useTranslation } from 'react-i18next';
import { type PageSize, pageSizes } from './view.ts';

/** How many rows a page has. */
export function PageSizes({ size, onChange }: { size: PageSize; onChange: (size: PageSize) => void }) {
  const { t } = useTranslation();
  return (
    <label className="row tight sizes">
      {t('students.rows')}
      <select
        className="select select--bare"
        value={size}
        onChange={({ target }) => onChange(Number(target.value) as PageSize)}
      >
        {pageSizes.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
    </label>
  );
}
