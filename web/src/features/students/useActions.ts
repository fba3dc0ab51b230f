import type { BriefStudent } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { showStart } from '../../batches/actions.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';
import { startEmails, startZip } from './actions.ts';

/** Actions that start a batch: the tray opens, or the error is shown at once. */
export function useActions(): {
  zip: (students: readonly BriefStudent[]) => Promise<void>;
  /** `onRefused` returns true for an error that the caller shows itself. */
  email: (students: readonly BriefStudent[], onRefused?: (error: unknown) => boolean) => Promise<void>;
} {
  const { t } = useTranslation();
  const start = async (
    begin: () => Promise<string | undefined>,
    onRefused?: (error: unknown) => boolean,
  ): Promise<void> => {
    try {
      const batchId = await begin();
      if (!batchId) return;
      showStart(batchId);
      toast({ tone: 'info', title: t('students.started'), text: t('students.startedText') });
    } catch (error) {
      if (!onRefused?.(error)) toastError(error, t);
    }
  };
  return {
    zip: (students) => start(() => startZip(students)),
    email: (students, onRefused) => start(() => startEmails(students, currentLanguage()), onRefused),
  };
}
