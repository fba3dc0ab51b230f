import type { Language } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { setLanguage } from '../../i18n/index.ts';
import { useStarted } from '../../state/useStarted.ts';

/** Changes the language of the page; `message` is why it could not be changed. */
export function useLanguage(): { choose: (language: Language) => void; message: string | undefined } {
  const { t } = useTranslation();
  const { start, error } = useStarted();
  return {
    choose: (language) => start(() => setLanguage(language)),
    message: error === undefined ? undefined : t('common.partMissing'),
  };
}
