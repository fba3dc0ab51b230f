import { useTranslation } from 'react-i18next';
import { ContentField } from '../../parts/ContentField.tsx';
import { readNumber } from '../../parts/number-text.ts';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { useEditorState } from '../../session/use-editor.ts';
import { ColorOf, NumberOf, SealOf, SelectOf } from '../controls.tsx';
import { elementsOf } from '../elements.ts';
import { useProperty } from '../use-property.ts';

const most = 12;

/** Lengths of dashes and gaps as a person types them, in points; null when they are none. */
function readDash(text: string): number[] | null {
  const numbers = text
    .trim()
    // A unit belongs to the number before it.
    .replace(/\s+(?=[^\d\s.,;+-])/g, '')
    .split(/[\s;]+/)
    .filter(Boolean)
    .map((one) => readNumber(one, 'pt'));
  const isDash = (one: number | string): one is number =>
    typeof one === 'number' && one >= 0 && one <= 10_000;
  return numbers.length <= most && numbers.every(isDash) ? numbers : null;
}

type Pattern = 'solid' | 'dashed' | 'dotted' | 'own';

function Dash() {
  const { t } = useTranslation();
  const { value, set } = useProperty('dash');
  const width = useProperty('strokeWidth').value;
  if (value === undefined) return null;
  const unit = typeof width === 'number' && width > 0 ? width : 1;
  const patterns: Record<Exclude<Pattern, 'own'>, number[]> = {
    ...{ solid: [], dashed: [4 * unit, 3 * unit], dotted: [0, 2 * unit] },
  };
  const names = Object.keys(patterns) as Exclude<Pattern, 'own'>[];
  const shown: Pattern | typeof mixed =
    value === mixed ? mixed : (names.find((name) => patterns[name].join() === value.join()) ?? 'own');
  return (
    <div className="g2">
      <SelectUnit<Pattern>
        label={t('editorInspector.shape.dash')}
        property="dash"
        value={shown}
        options={[...names, ...(shown === 'own' ? (['own'] as const) : [])].map((name) => ({
          value: name,
          label: t(`editorInspector.shape.dashes.${name}`),
        }))}
        onChange={(name) => name === 'own' || set(patterns[name])}
      />
      <ContentField
        label={t('editorInspector.shape.lengths')}
        property="dash"
        value={value === mixed ? mixed : value.join(' ')}
        problem={(typed) => (readDash(typed) ? null : t('editorInspector.shape.noLengths', { max: most }))}
        onChange={(typed) => {
          const dash = readDash(typed);
          if (dash) set(dash);
        }}
      />
    </div>
  );
}

/** The stroke of a shape. */
export function Outline() {
  const { t } = useTranslation();
  const isLine = useEditorState((state) => elementsOf(state).every((element) => !('fill' in element)));
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.shape.outline')}</h2>
      <div className="g2">
        <ColorOf
          of="stroke"
          label=""
          name={t('editorInspector.shape.strokeColor')}
          // A line has nothing but its stroke.
          isOptional={!isLine}
        />
        <NumberOf
          of="strokeWidth"
          label={t('editorInspector.shape.strokeWidth')}
          unit="pt"
          min={0}
          step={0.5}
        />
      </div>
      <SealOf of="stroke" label={t('editorInspector.shape.sealStroke')} />
      <Dash />
      <div className="g2">
        <SelectOf
          of="lineCap"
          label={t('editorInspector.shape.ends')}
          options={(['butt', 'round', 'square'] as const).map((value) => ({
            value,
            label: t(`editorInspector.shape.caps.${value}`),
          }))}
        />
        <SelectOf
          of="lineJoin"
          label={t('editorInspector.shape.corners')}
          options={(['miter', 'round', 'bevel'] as const).map((value) => ({
            value,
            label: t(`editorInspector.shape.joins.${value}`),
          }))}
        />
      </div>
    </section>
  );
}
