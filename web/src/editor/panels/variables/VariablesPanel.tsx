import { useTranslation } from 'react-i18next';

export function VariablesPanel() {
  const { t } = useTranslation();
  return (
    <div className="hd">
      <h2>{t('editorScreen.panel.variables')}</h2>
    </div>
  );
}
