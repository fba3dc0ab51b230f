import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'className'>;

/** A check box without words beside it: `label` names it. `mixed` is some of many. */
export function Check({ label, mixed = false, ...input }: InputProps & { label: string; mixed?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return (
    <input
      ref={box}
      type="checkbox"
      className={mixed ? 'is-mixed' : undefined}
      aria-label={label}
      {...input}
    />
  );
}

export function CheckChoice({
  children,
  note,
  ...input
}: InputProps & { children: ReactNode; note?: ReactNode }) {
  return (
    <label className="choice">
      <input type="checkbox" {...input} />
      <span>
        {children}
        {note ? <small>{note}</small> : null}
      </span>
    </label>
  );
}

export function RadioChoice({
  children,
  note,
  ...input
}: InputProps & { children: ReactNode; note?: ReactNode }) {
  return (
    <label className="choice">
      <input type="radio" {...input} />
      <span>
        {children}
        {note ? <small>{note}</small> : null}
      </span>
    </label>
  );
}

/** Square, on or off at once. */
export function Switch({ children, note, ...input }: InputProps & { children: ReactNode; note?: ReactNode }) {
  return (
    <label className="choice">
      <input
        type="checkbox"
        role="switch"
        aria-checked={input.checked ?? false}
        className="switch"
        {...input}
      />
      <span>
        {children}
        {note ? <small>{note}</small> : null}
      </span>
    </label>
  );
}
