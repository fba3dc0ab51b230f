import { useTranslation } from 'react-i18next';

export function ElementsPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.elements')}</h2>
    </div>
  );
}
