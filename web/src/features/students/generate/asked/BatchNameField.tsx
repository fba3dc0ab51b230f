import { limits } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../ui/field/Field.tsx';
import type { BatchName } from './useBatchName.ts';

export function BatchNameField({ name }: { name: BatchName }) {
  const { t } = useTranslation();
  return (
    <div className="batch-name">
      <TextField
        label={t('certificates.asked.batchName')}
        hint={t('certificates.asked.batchNameHint')}
        name="batch-name"
        autoComplete="off"
        value={name.shown}
        error={name.isTooLong ? t('errors.batch_name_too_long', { max: limits.batchName }) : undefined}
        onChange={({ target }) => name.type(target.value)}
      />
    </div>
  );
}
