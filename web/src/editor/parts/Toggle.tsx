import './parts.css';
import { type ReactNode, useEffect, useRef } from 'react';
import { mixed, type Shared } from './shared.ts';

interface Props {
  property: string;
  value: Shared<boolean>;
  children: ReactNode;
  onChange: (value: boolean) => void;
}

/** A check box with its label. Where selected elements differ it is neither, and a press turns all on. */
export function Toggle({ property, value, children, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const isMixed = value === mixed;
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed;
  }, [isMixed]);
  return (
    <label className="choice">
      <input
        ref={box}
        type="checkbox"
        data-property={property}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
