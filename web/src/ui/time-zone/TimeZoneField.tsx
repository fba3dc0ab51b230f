import { useMemo, useState } from 'react';
import { SelectField } from '../field/Field.tsx';
import { timeZonesBy } from './time-zones.ts';

interface Props {
  label: string;
  hint: string;
  error?: string | undefined;
  value: string | undefined;
  /** The text of the choice of none; left out where one cannot be left out. */
  none?: string | undefined;
  onChange: (timeZone: string | undefined) => void;
}

/** A choice of all time zones. */
export function TimeZoneField({ label, hint, error, value, none, onChange }: Props) {
  // The list keeps its order while it is there.
  const [first] = useState(value);
  const { near, groups } = useMemo(() => timeZonesBy(first), [first]);
  return (
    <SelectField
      name="timeZone"
      label={label}
      hint={hint}
      error={error}
      value={value ?? ''}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      {none === undefined ? null : <option value="">{none}</option>}
      {near.map(({ value, name }) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
      {[...groups].map(([continent, zones]) => (
        <optgroup key={continent} label={continent}>
          {zones.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  );
}
