import { useEffect, useRef, useState } from 'react';
import { Icon } from '../icon/Icon.tsx';

const pauseAfterKey = 250;

interface Props {
  /** Shown in the empty field, too. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/**
 * The text of a field that searches while typing, and its setter. `onChange` gets the trimmed text 250 ms after the last key.
 * A `value` that this hook gave to `onChange` leaves the text alone, with its space at the end and the letters typed since;
 * any other value, as of "Clear" or "Back", replaces it.
 */
export function useTyped(value: string, onChange: (text: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(value);
  const given = useRef(value);
  // What else has changed since the key is part of the view that the newest handler changes.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    if (value !== given.current) setTyped(value);
    given.current = value;
  }, [value]);
  useEffect(() => {
    const text = typed.trim();
    if (text === given.current) return;
    const timer = setTimeout(() => {
      given.current = text;
      latest.current(text);
    }, pauseAfterKey);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** Searches while typing, debounced. */
export function SearchField({ label, value, onChange }: Props) {
  const [typed, setTyped] = useTyped(value, onChange);
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
