import { designLimits } from '@sello/contracts';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/index.ts';
import { localeTags } from '../../../i18n/language.ts';
import { useStore } from '../../../state/useStore.ts';
import { localesIn } from '../../details/locales.ts';
import { EditorIcon } from '../../icons.tsx';
import { ColorField } from '../../parts/ColorField.tsx';
import { NumberUnit } from '../../parts/NumberUnit.tsx';
import { SelectUnit } from '../../parts/SelectUnit.tsx';
import { mixed } from '../../parts/shared.ts';
import { useEditor, useEditorState } from '../../session/use-editor.ts';
import { mapShared } from '../controls.tsx';
import { colorsId } from '../elements.ts';
import { Align } from './Align.tsx';
import { FontFamily } from './FontFamily.tsx';
import { useTextStyle } from './use-text-style.ts';

/** The names of weights (OpenType, usWeightClass). */
const weights = [100, 200, 300, 400, 500, 600, 700, 800, 900] as const;

/** The weights that a family has, or all when it is not known, and the one in use. */
export function useWeights(family: unknown, current: unknown): { value: string; label: string }[] {
  const { t } = useTranslation();
  const { families } = useStore(useEditor().fontList);
  const own = families.find((one) => one.family === family)?.faces.map(({ weight }) => weight) ?? weights;
  const all = new Set([...own, ...(typeof current === 'number' ? [current] : [])]);
  return [...all]
    .sort((a, b) => a - b)
    .map((weight) => {
      const name = weights.find((one) => one === weight);
      return {
        value: String(weight),
        label: name ? t(`editorInspector.weights.${name}`) : String(weight),
      };
    });
}

function Weight() {
  const { t } = useTranslation();
  const { style, set } = useTextStyle(['fontFamily', 'fontWeight']);
  const options = useWeights(style.fontFamily, style.fontWeight);
  if (style.fontWeight === undefined) return null;
  return (
    <SelectUnit
      label={t('editorInspector.text.weight')}
      property="fontWeight"
      value={mapShared(style.fontWeight, String)}
      options={options}
      onChange={(value) => set('fontWeight', Number(value))}
    />
  );
}

type NumberName = 'fontSize' | 'charSpacing' | 'lineHeight';

function StyleNumber({
  of,
  ...rest
}: { of: NumberName } & Omit<React.ComponentProps<typeof NumberUnit>, 'property' | 'value' | 'onChange'>) {
  const { style, set } = useTextStyle([of]);
  const value = style[of];
  if (value === undefined) return null;
  return (
    <NumberUnit {...rest} property={of} value={value} onChange={(next, gesture) => set(of, next, gesture)} />
  );
}

function LetterColor() {
  const { t } = useTranslation();
  const { style, set } = useTextStyle(['fill']);
  if (style.fill === undefined) return null;
  return (
    <ColorField
      label=""
      name={t('editorInspector.color')}
      property="fill"
      value={style.fill}
      list={colorsId}
      onChange={(value, gesture) => set('fill', value, gesture)}
    />
  );
}

/** Italic, underlined, struck through. */
function Marks() {
  const { t } = useTranslation();
  const { style, set } = useTextStyle(['italic', 'underline', 'lineThrough']);
  const toggles = [
    { name: 'italic', label: t('editor.commands.text.italic'), icon: 'italic' },
    { name: 'underline', label: t('editor.commands.text.underline'), icon: 'underline' },
    { name: 'lineThrough', label: t('editor.commands.text.strike'), icon: 'strike' },
  ] as const;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div className="seg" role="group" aria-label={t('editorInspector.text.marks')}>
      {toggles.map(({ name, label, icon }) =>
        style[name] === undefined ? null : (
          <button
            key={name}
            type="button"
            aria-pressed={style[name] === true}
            aria-label={label}
            title={label}
            data-property={name}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => set(name, style[name] !== true)}
          >
            <EditorIcon name={icon} />
          </button>
        ),
      )}
    </div>
  );
}

/** What the letters look like and how lines are set. */
export function Letters() {
  const { t } = useTranslation();
  return (
    <section className="not-phone">
      <h2>{t('editorInspector.text.type')}</h2>
      <FontFamily />
      <div className="g2 gap-s">
        <Weight />
        <StyleNumber
          of="fontSize"
          label={t('editorInspector.text.size')}
          unit="pt"
          {...designLimits.fontSize}
        />
        <StyleNumber
          of="charSpacing"
          label={t('editorInspector.text.letters')}
          name={t('editorInspector.text.charSpacing')}
          min={-1_000}
          max={10_000}
        />
        <StyleNumber
          of="lineHeight"
          label={t('editorInspector.text.lines')}
          name={t('editorInspector.text.lineHeight')}
          step={0.1}
          min={0.1}
          max={10}
        />
      </div>
      <div className="g2 gap">
        <Align />
        <LetterColor />
        <Marks />
      </div>
      <FurtherLetters />
    </section>
  );
}

const further = ['letterCase', 'language', 'direction', 'indent', 'spaceBefore', 'spaceAfter'] as const;

/** What few texts change: case, language, direction, and the room around paragraphs. */
function FurtherLetters() {
  const { t } = useTranslation();
  const { style, set } = useTextStyle(further);
  const tag = localeTags[currentLanguage()];
  const locale = useEditorState(({ design }) => design.locale);
  const { letterCase, language, direction, indent, spaceBefore, spaceAfter } = style;
  if (letterCase === undefined || language === undefined || direction === undefined) return null;
  const offered = localesIn(tag, typeof language === 'string' ? language : locale);
  const own = offered.find(({ value }) => value === locale)?.name ?? locale;
  const lengths = [
    { name: 'indent', value: indent, min: -100_000 },
    { name: 'spaceBefore', value: spaceBefore, min: 0 },
    { name: 'spaceAfter', value: spaceAfter, min: 0 },
  ] as const;
  return (
    <>
      <div className="gap-s">
        <SelectUnit
          label={t('editorInspector.text.language')}
          property="language"
          value={language === mixed ? mixed : (language ?? '*')}
          options={[
            { value: '*', label: t('editorInspector.text.ownLanguage', { name: own }) },
            ...offered.map(({ value, name }) => ({ value, label: name })),
          ]}
          onChange={(value) => set('language', value === '*' ? null : value)}
        />
      </div>
      <div className="g2">
        <SelectUnit
          label={t('editorInspector.text.direction')}
          property="direction"
          value={direction}
          options={(['auto', 'ltr', 'rtl'] as const).map((value) => ({
            value,
            label: t(`editorInspector.text.directions.${value}`),
          }))}
          onChange={(value) => set('direction', value)}
        />
        <SelectUnit
          label={t('editorInspector.text.case')}
          property="letterCase"
          value={letterCase}
          options={(['none', 'upper', 'lower', 'title'] as const).map((value) => ({
            value,
            label: t(`editorInspector.text.cases.${value}`),
          }))}
          onChange={(value) => set('letterCase', value)}
        />
      </div>
      <div className="g3">
        {lengths.map(({ name, value, min }) =>
          value === undefined ? null : (
            <NumberUnit
              key={name}
              label={t(`editorInspector.text.${name}`)}
              name={t(`editorInspector.text.${name}Name`)}
              property={name}
              unit="pt"
              hidesUnit
              value={value}
              min={min}
              max={100_000}
              onChange={(next, gesture) => set(name, next, gesture)}
            />
          ),
        )}
      </div>
    </>
  );
}
