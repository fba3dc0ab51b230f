import { useTranslation } from 'react-i18next';
import { SelectOf } from '../controls.tsx';
import { PathFields } from './PathFields.tsx';

/** The drawing of a path: its data, as SVG writes it, and the part of it that fills the box. */
export function PathData() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.shape.path')}</h2>
      <SelectOf
        of="fillRule"
        label={t('editorInspector.shape.fillRule')}
        options={(['nonzero', 'evenodd'] as const).map((value) => ({
          value,
          label: t(`editorInspector.shape.fillRules.${value}`),
        }))}
      />
      <PathFields />
    </section>
  );
}
