import { useTranslation } from 'react-i18next';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { ContentOf } from '../controls.tsx';
import { useProperty } from '../use-property.ts';

type ViewBox = [x: number, y: number, width: number, height: number];
const sides = ['X', 'Y', 'W', 'H'] as const;

/** The data of a path and its view box. */
export function PathFields() {
  const { t } = useTranslation();
  const { value, set } = useProperty('viewBox');
  if (value === undefined) return null;
  return (
    <details className="more">
      <summary>{t('editorInspector.shape.data')}</summary>
      <ContentOf of="d" label={t('editorInspector.shape.d')} lines={3} />
      <p className="unit-head">{t('editorInspector.shape.viewBox')}</p>
      <div className="g4">
        {sides.map((side, index) => (
          <NumberUnit
            key={side}
            label={side}
            name={`${t('editorInspector.shape.viewBox')}: ${side}`}
            property="viewBox"
            value={value === mixed ? mixed : (value[index] as number)}
            min={index < 2 ? -100_000 : 0.001}
            max={100_000}
            disabled={value === mixed}
            onChange={(next) => {
              if (value !== mixed) set(value.with(index, next) as ViewBox);
            }}
          />
        ))}
      </div>
    </details>
  );
}
