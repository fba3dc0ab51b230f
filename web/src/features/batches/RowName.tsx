import type { BatchItem } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { useMay } from '../../tenancy/Gate.tsx';
import { usePathTo } from '../../tenancy/routes.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Name } from '../../ui/name/Name.tsx';

/**
 * Whom a row of a batch is about, by the row's number where the name is gone, and whether the record is. It leads to the
 * record, where what made the row fail can be corrected.
 */
export function RowName({ item }: { item: BatchItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pathTo = usePathTo();
  const mayView = useMay('students.view');
  const { fullName, error, index, studentId, row = index + 1 } = item;
  const gone =
    error?.code === 'student_not_found'
      ? t('batches.gone')
      : error?.code === 'student_erased'
        ? t('batches.erased')
        : undefined;
  const name = fullName ? <Name text={fullName} /> : t('batches.rowNumber', { number: format.count(row) });
  const isThere = studentId !== undefined && gone === undefined && mayView;
  return (
    <>
      {isThere ? <Link to={pathTo('student', { studentId })}>{name}</Link> : name}
      {gone ? <span className="mute"> ({gone})</span> : null}
    </>
  );
}
