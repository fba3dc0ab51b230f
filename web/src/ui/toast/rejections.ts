import i18next from 'i18next';
import { toast } from './queue.ts';

/**
 * Says that something failed for which no code was ready, until the returned function is called; the browser reports it in
 * its console.
 */
export function notifyRejections(): () => void {
  const notify = ({ reason }: PromiseRejectionEvent): void => {
    // Given up on purpose, as by leaving the page.
    const isGivenUp = reason instanceof DOMException && reason.name === 'AbortError';
    if (!isGivenUp) toast({ tone: 'bad', title: i18next.t('common.error') });
  };
  addEventListener('unhandledrejection', notify);
  return () => removeEventListener('unhandledrejection', notify);
}
