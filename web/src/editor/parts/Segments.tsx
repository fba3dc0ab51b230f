import './parts.css';
import type { ReactNode } from 'react';
import type { Shared } from './shared.ts';

interface Props<Value extends string> {
  label: string;
  property: string;
  value: Shared<Value> | null;
  /** An icon needs its `name` for screen readers. */
  options: readonly { value: Value; content: ReactNode; name?: string | undefined }[];
  onChange: (value: Value) => void;
}

/** A few values of which one holds. None is pressed where selected elements differ. */
export function Segments<Value extends string>({ label, property, value, options, onChange }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div className="seg" role="group" aria-label={label} data-property={property}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          aria-label={option.name}
          title={option.name}
          // A text that is edited keeps its caret.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChange(option.value)}
        >
          {option.content}
        </button>
      ))}
    </div>
  );
}
