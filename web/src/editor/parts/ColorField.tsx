import './parts.css';
import { ownColorOf } from '@sello/design';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { mixed, type Shared } from './shared.ts';
import { useDraft } from './use-draft.ts';

interface Props {
  label: string;
  name?: string | undefined;
  property: string;
  /** `#RRGGBB`; null = none. */
  value: Shared<string | null>;
  /** The id of a `datalist` with colours for the dialog of the browser. */
  list?: string | undefined;
  onChange: (color: string, gesture: string) => void;
  /** Whether there may be no colour. */
  onClear?: (() => void) | undefined;
}

/** A colour as a person types it: six or three digits, with or without #. Null when it is none. */
export function readColor(text: string): string | null {
  const digits = text.trim().replace(/^#/, '').toLowerCase();
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  return /^[0-9a-f]{3}$/.test(digits) ? `#${digits.replace(/./g, '$&$&')}` : null;
}

let gestures = 0;

/** A colour: a swatch that opens the dialog of the browser, and its digits. */
export function ColorField({ label, name, property, value, list, onChange, onClear }: Props) {
  const { t } = useTranslation();
  const gesture = useRef('');
  // A seal paint is shown in the design's own colour; another colour replaces it.
  const color = typeof value === 'string' ? (ownColorOf(value) ?? value) : null;
  const nextGesture = () => {
    gestures += 1;
    gesture.current = `${property} ${gestures}`;
  };
  const { field, keep, drop } = useDraft<HTMLInputElement>(
    color ? color.slice(1).toUpperCase() : '',
    (typed) => {
      const next = readColor(typed);
      if (typed.trim() === '') onClear?.();
      else if (next !== null) onChange(next, gesture.current);
    },
  );
  const spoken = name ?? label;
  return (
    <span className="unit" data-property={property}>
      <input
        type="color"
        className={color ? 'swatch' : value === mixed ? 'swatch is-mixed' : 'swatch is-none'}
        aria-label={t('editorInspector.parts.chooseColor', { name: spoken })}
        value={color ?? '#ffffff'}
        list={list}
        onFocus={nextGesture}
        onChange={({ target }) => onChange(target.value, gesture.current)}
      />
      <label className="unit-rest">
        <span className="unit-label">{label}</span>
        <input
          className="input num"
          autoComplete="off"
          spellCheck={false}
          aria-label={spoken}
          placeholder={value === mixed ? '—' : value === null ? t('editorInspector.parts.none') : undefined}
          {...field}
          onFocus={({ currentTarget }) => {
            nextGesture();
            currentTarget.select();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            else if (event.key === 'Escape') {
              drop();
              event.currentTarget.blur();
            }
          }}
        />
      </label>
      {onClear && value !== null ? (
        <IconButton
          icon="cross"
          className="unit-clear"
          label={t('editorInspector.parts.noColor', { name: spoken })}
          onClick={onClear}
        />
      ) : null}
    </span>
  );
}
