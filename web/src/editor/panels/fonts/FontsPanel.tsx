import { useTranslation } from 'react-i18next';

export function FontsPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.fonts')}</h2>
    </div>
  );
}
