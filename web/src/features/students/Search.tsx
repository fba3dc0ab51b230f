import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon/Icon.tsx';

const pause = 250;

/** Searches while typing, debounced. */
export function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
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
        placeholder={t('students.search')}
        aria-label={t('students.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </search>
  );
}
