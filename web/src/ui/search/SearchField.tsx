import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/Icon.tsx';

const pause = 250;

interface Props {
  /** Shown in the empty field, too. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches while typing, debounced. */
export function SearchField({ label, value, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => latest.current(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <search className="with-icon filter">
      <Icon name="search" />
      <input
        className="input"
        type="search"
        placeholder={label}
        aria-label={label}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
