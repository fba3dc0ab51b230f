import { useTranslation } from 'react-i18next';

export function TextPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.text')}</h2>
    </div>
  );
}
