import './parts.css';
import { mixed, type Shared } from './shared.ts';

interface Props<Value extends string> {
  label: string;
  name?: string | undefined;
  property: string;
  value: Shared<Value>;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

/** A choice beside its label. */
export function SelectUnit<Value extends string>(props: Props<Value>) {
  const { label, name, property, value, options, onChange } = props;
  return (
    <label className="unit">
      <span className="unit-label">{label}</span>
      <select
        className="select"
        aria-label={name}
        data-property={property}
        value={value === mixed ? '' : value}
        onChange={({ target }) => onChange(target.value as Value)}
      >
        {value === mixed ? <option value="">—</option> : null}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
