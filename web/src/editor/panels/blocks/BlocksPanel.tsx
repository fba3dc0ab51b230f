import { useTranslation } from 'react-i18next';

export function BlocksPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.blocks')}</h2>
    </div>
  );
}
