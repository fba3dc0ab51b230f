import './parts.css';
import { useId } from 'react';
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
  onChange: (value: string) => void;
}

/** A text that may hold variables. Enter and leaving the field keep it, Escape restores it. */
export function ContentField(props: Props) {
  const { label, hideLabel, property, value, placeholder, maxLength, lines = 1, onChange } = props;
  const id = useId();
  const { field, keep, drop } = useDraft<HTMLInputElement & HTMLTextAreaElement>(
    value === mixed ? '' : value,
    onChange,
  );
  const bound = {
    ...{ id, className: 'input', dir: 'auto', maxLength, 'data-property': property, ...field },
    'aria-label': hideLabel ? label : undefined,
    placeholder: value === mixed ? '—' : placeholder,
    onKeyDown: (event: React.KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Enter' && lines === 1 && !event.nativeEvent.isComposing) keep();
      else if (event.key === 'Escape') {
        drop();
        event.currentTarget.blur();
      }
    },
  };
  return (
    <div className={lines > 1 ? 'unit unit--lines' : 'unit unit--text'}>
      {hideLabel ? null : (
        <label className="unit-label" htmlFor={id}>
          {label}
        </label>
      )}
      {lines > 1 ? <textarea rows={lines} {...bound} /> : <input {...bound} />}
    </div>
  );
}
