import { useTranslation } from 'react-i18next';

export function ImagesPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.images')}</h2>
    </div>
  );
}
