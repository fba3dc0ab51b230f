import { useTranslation } from 'react-i18next';
import { ColorOf, NumberOf, SealOf } from '../controls.tsx';

/** The area of a shape. */
export function Fill() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.shape.fill')}</h2>
      <div className="g2">
        <ColorOf of="fill" label="" name={t('editorInspector.shape.fillColor')} isOptional />
        <NumberOf of="cornerRadius" label={t('editorInspector.shape.radius')} unit="pt" min={0} />
      </div>
      <SealOf of="fill" label={t('editorInspector.shape.sealFill')} />
    </section>
  );
}
