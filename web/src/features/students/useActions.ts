import type { Language } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { activeClient } from '../../api/tenant-client.ts';
import { showStart } from '../../batches/actions.ts';
import { useFormat } from '../../i18n/format.ts';
import { toast } from '../../ui/toast/queue.ts';
import { toastError } from '../../ui/toast/toastError.ts';
import type { Asked } from './actions.ts';
import type { Selection } from './selection.ts';

/** Actions that start a batch: the tray opens, or the error is shown at once. */
export function useActions(): {
  zip: (selection: Selection) => Promise<void>;
  /** `onRefused` returns true for an error that the caller shows itself. */
  email: (selection: Selection, language: Language, onRefused?: (error: unknown) => boolean) => Promise<void>;
} {
  const { t } = useTranslation();
  const format = useFormat();
  const start = async (
    begin: (asked: Asked) => Promise<string | undefined>,
    onRefused?: (error: unknown) => boolean,
    title?: string,
  ): Promise<void> => {
    try {
      const batchId = await begin({ client: activeClient(), t, format });
      if (!batchId) return;
      showStart(batchId);
      toast({ tone: 'info', title: t('students.started'), text: t('students.startedText') });
    } catch (error) {
      if (!onRefused?.(error)) toastError(error, t, title);
    }
  };
  return {
    zip: (selection) => start(async (asked) => (await import('./actions.ts')).startZip(selection, asked)),
    email: (selection, language, onRefused) =>
      start(
        async (asked) => (await import('./actions.ts')).startEmails(selection, language, asked),
        onRefused,
        t('students.emailError'),
      ),
  };
}
