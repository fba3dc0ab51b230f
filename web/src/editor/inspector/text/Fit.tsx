import { designLimits } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../parts/Segments.tsx';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { NumberOf, SegmentsOf } from '../controls.tsx';
import { useProperty } from '../use-property.ts';

/** What happens to a text that is longer than its box. */
export function Fit() {
  const { t } = useTranslation();
  const { value: fit, set } = useProperty('fit');
  if (fit === undefined) return null;
  const shown = fit === 'break' ? 'wrap' : fit;
  const about = (['break', 'shrink', 'clip'] as const).find((one) => one === fit) ?? 'wrap';
  const canBreak = fit === 'wrap' || fit === 'break';
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.fit.title')}</h2>
      <Segments
        label={t('editorInspector.fit.title')}
        property="fit"
        value={shown === mixed ? mixed : (shown as 'wrap' | 'shrink' | 'clip')}
        options={(['wrap', 'shrink', 'clip'] as const).map((value) => ({
          value,
          content: t(`editorInspector.fit.${value}`),
        }))}
        onChange={(value) => set(value)}
      />
      <div className="g2 gap-s">
        <NumberOf
          of="minFontSize"
          label={t('editorInspector.fit.minFontSize')}
          unit="pt"
          placeholder={t('editorInspector.fit.half')}
          {...designLimits.fontSize}
          isOptional
        />
        <NumberOf
          of="maxLines"
          label={t('editorInspector.fit.maxLines')}
          digits={0}
          min={1}
          max={1_000}
          placeholder={t('editorInspector.fit.any')}
          isOptional
        />
      </div>
      {canBreak ? (
        <SelectUnit
          label={t('editorInspector.fit.breaks')}
          property="fit"
          value={fit}
          options={[
            { value: 'wrap', label: t('editorInspector.fit.atWords') },
            { value: 'break', label: t('editorInspector.fit.anywhere') },
          ]}
          onChange={(value) => set(value)}
        />
      ) : null}
      <div className="gap">
        <SegmentsOf
          of="verticalAlign"
          label={t('editorInspector.fit.verticalAlign')}
          options={(['top', 'middle', 'bottom'] as const).map((value) => ({
            value,
            label: t(`editorInspector.fit.${value}`),
          }))}
        />
      </div>
      <p className="hint">{t(`editorInspector.fit.about.${about}`)}</p>
    </section>
  );
}
