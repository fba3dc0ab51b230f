import { useTranslation } from 'react-i18next';

export function PagesPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.pages')}</h2>
    </div>
  );
}
