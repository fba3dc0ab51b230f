import { useTranslation } from 'react-i18next';

/** The properties of what is selected; of the page when nothing is. */
export function Inspector() {
  const { t } = useTranslation();
  return <aside className="insp" aria-label={t('editorScreen.inspector')} />;
}
