import { useTranslation } from 'react-i18next';
import { AltOf, SelectOf, ToggleOf } from './controls.tsx';

/** How an element is read aloud, and when it is left out. */
export function Appearance() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.appearance')}</h2>
      <SelectOf
        of="role"
        label={t('editorInspector.role')}
        options={(['auto', 'title', 'heading', 'paragraph', 'artifact'] as const).map((value) => ({
          value,
          label: t(`editorInspector.roles.${value}`),
        }))}
      />
      <AltOf />
      <div className="choices">
        <ToggleOf of="hideWhenEmpty" label={t('editorInspector.hideWhenEmpty')} />
      </div>
    </section>
  );
}
