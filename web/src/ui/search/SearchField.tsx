import { Icon } from '../icon/Icon.tsx';
import { useTyped } from './useTyped.ts';

interface Props {
  /** Shown in the empty field, too. */
  label: string;
  value: string;
  onChange: (value: string) => void;
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
