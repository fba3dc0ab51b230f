import type { BatchItem } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/format.ts';
import { Name } from '../../ui/name/Name.tsx';

/** Whom a row of a batch is about, by the row's number where the name is gone, and whether the record is. */
export function RowName({ item }: { item: BatchItem }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { fullName, error, index, row = index + 1 } = item;
  const gone =
    error?.code === 'student_not_found'
      ? t('batches.gone')
      : error?.code === 'student_erased'
        ? t('batches.erased')
        : undefined;
  return (
    <>
      {fullName ? <Name text={fullName} /> : t('batches.rowNumber', { number: format.count(row) })}
      {gone ? <span className="mute"> ({gone})</span> : null}
    </>
  );
}
