import { useTranslation } from 'react-i18next';

export function LayersPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.layers')}</h2>
    </div>
  );
}
