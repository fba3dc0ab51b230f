import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/format.ts';
import { Dialog } from '../../../../ui/dialog/Dialog.tsx';
import { Check } from './Check.tsx';
import type { CheckProps } from './CheckStep.tsx';

/** The check in a dialog of its own. */
export function CheckDialog({
  onClose,
  count,
  isDirty,
  ...check
}: CheckProps & { count: number; isDirty: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Dialog
      title={t('certificates.generation.title', { count, number: format.count(count) })}
      onClose={onClose}
      isDirty={isDirty}
      wide
    >
      <Check count={count} {...check} />
    </Dialog>
  );
}
