import './parts.css';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../i18n/index.ts';
import { localeTags } from '../../i18n/language.ts';
import { FieldSays } from './FieldSays.tsx';
import { type NotRead, type NumberIn, numberText, readNumber } from './number-text.ts';
import { mixed, type Shared } from './shared.ts';
import { useDraft } from './use-draft.ts';

interface Props {
  label: string;
  /** Its full name for screen readers, where the label is short. */
  name?: string | undefined;
  /** What the number is in; left out for a count or a factor. A length may be typed in any unit of length. */
  unit?: Exclude<NumberIn, 'none'> | undefined;
  /** It is not written beside the number, because there is no room or because it is written elsewhere. */
  hidesUnit?: boolean | undefined;
  /** The properties that it changes, by name. */
  property: string;
  /** `mixed`: selected elements differ. Null: nothing is set. */
  value: Shared<number | null>;
  min?: number | undefined;
  max?: number | undefined;
  /** What an arrow adds; Shift adds ten of them. */
  step?: number | undefined;
  /** The most decimals. */
  digits?: number | undefined;
  /** What stands in an empty field. */
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Changes of one gesture, such as arrows that are pressed one after another, have one name. */
  onChange: (value: number, gesture: string) => void;
  /** An emptied field sets nothing; without this it goes back to what it was. */
  onClear?: (() => void) | undefined;
}

let gestures = 0;

/**
 * A number with its unit. Arrows change it at once, Enter and leaving the field keep it, Escape restores it. What is no
 * number within the limits is taken back, and the limits are said until the field is used again.
 */
export function NumberUnit(props: Props) {
  const {
    label,
    name,
    unit,
    hidesUnit,
    property,
    value,
    min = -Infinity,
    max = Infinity,
    step = 1,
    digits = 2,
  } = props;
  const { placeholder, disabled, onChange, onClear } = props;
  const { t } = useTranslation();
  const id = useId();
  const [says, setSays] = useState<string | null>(null);
  const tag = localeTags[currentLanguage()];
  const gesture = useRef('');
  const shown = typeof value === 'number' ? numberText(value, tag, digits) : '';
  const within = (number: number) => Math.min(Math.max(number, min), max);
  const keep = (typed: string) => {
    const number = readNumber(typed, unit);
    if (typed.trim() === '') onClear?.();
    else if (typeof number === 'string' || within(number) !== number) setSays(whyNot(number));
    else if (number !== value) onChange(number, gesture.current);
  };
  const whyNot = (number: number | NotRead): string => {
    if (number === 'otherUnit') {
      if (unit === undefined) return t('editorInspector.parts.noUnit');
      if (unit === '%' || unit === '°') return t('editorInspector.parts.oneUnit', { unit });
      return t('editorInspector.parts.lengthUnits');
    }
    const values = { min: numberText(min, tag, digits), max: numberText(max, tag, digits), unit: unit ?? '' };
    if (!Number.isFinite(min)) return t('editorInspector.parts.noNumber');
    return t(`editorInspector.parts.${Number.isFinite(max) ? 'between' : 'atLeast'}`, values).trim();
  };
  const { field, typed, keep: keepNow, drop } = useDraft<HTMLInputElement>(shown, keep);
  const nudge = (by: number) => {
    const now = readNumber(typed() ?? shown, unit);
    if (typeof now === 'string') return;
    drop();
    const next = within(Number((now + by).toFixed(Math.max(digits, 2))));
    if (next !== value) onChange(next, gesture.current);
  };
  return (
    <span className={says ? 'unit is-wrong' : 'unit'}>
      <label className="unit-rest">
        <span className="unit-label">{label}</span>
        <input
          className="input num"
          inputMode="decimal"
          autoComplete="off"
          aria-label={name}
          data-property={property}
          placeholder={value === mixed ? '—' : placeholder}
          disabled={disabled}
          aria-invalid={says !== null || undefined}
          aria-describedby={says ? id : undefined}
          {...field}
          onChange={(event) => {
            setSays(null);
            field.onChange(event);
          }}
          onFocus={({ currentTarget }) => {
            setSays(null);
            gestures += 1;
            gesture.current = `${property} ${gestures}`;
            currentTarget.select();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keepNow();
            else if (event.key === 'Escape') {
              drop();
              event.currentTarget.blur();
            } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
              event.preventDefault();
              setSays(null);
              nudge(step * (event.shiftKey ? 10 : 1) * (event.key === 'ArrowUp' ? 1 : -1));
            }
          }}
        />
        {unit && !hidesUnit ? <span aria-hidden="true">{unit}</span> : null}
      </label>
      {says ? <FieldSays id={id}>{says}</FieldSays> : null}
    </span>
  );
}
