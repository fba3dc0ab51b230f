import './parts.css';
import { useId, useState } from 'react';
import { FieldSays } from './FieldSays.tsx';
import { mixed, type Shared } from './shared.ts';
import { useDraft } from './use-draft.ts';

interface Props {
  label: string;
  /** Hides the label where a heading says the same. */
  hideLabel?: boolean | undefined;
  property: string;
  value: Shared<string>;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  /** How many lines are seen; more than one is a text area. */
  lines?: number | undefined;
  /** Why what was typed cannot be kept; null when it can. */
  problem?: ((value: string) => string | null) | undefined;
  onChange: (value: string) => void;
}

/** A text that may hold variables. Enter and leaving the field keep it, Escape restores it. */
export function ContentField(props: Props) {
  const { label, hideLabel, property, value, placeholder, maxLength, lines = 1, problem, onChange } = props;
  const id = useId();
  const [says, setSays] = useState<string | null>(null);
  const { field, keep, drop } = useDraft<HTMLInputElement & HTMLTextAreaElement>(
    value === mixed ? '' : value,
    (typed) => {
      const why = problem?.(typed) ?? null;
      setSays(why);
      if (why === null) onChange(typed);
    },
  );
  const bound = {
    ...{ id, className: 'input', dir: 'auto', maxLength, 'data-property': property, ...field },
    'aria-label': hideLabel ? label : undefined,
    'aria-invalid': says !== null || undefined,
    'aria-describedby': says ? `${id}-says` : undefined,
    placeholder: value === mixed ? '—' : placeholder,
    onFocus: () => setSays(null),
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && lines === 1 && !event.nativeEvent.isComposing) keep();
      else if (event.key === 'Escape') {
        drop();
        event.currentTarget.blur();
      }
    },
  };
  return (
    <div className={`unit ${lines > 1 ? 'unit--lines' : 'unit--text'}${says ? ' is-wrong' : ''}`}>
      {hideLabel ? null : (
        <label className="unit-label" htmlFor={id}>
          {label}
        </label>
      )}
      {lines > 1 ? <textarea rows={lines} {...bound} /> : <input {...bound} />}
      {says ? <FieldSays id={`${id}-says`}>{says}</FieldSays> : null}
    </div>
  );
}
