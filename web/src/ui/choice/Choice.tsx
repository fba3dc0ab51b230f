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

type ChoiceProps = InputProps & { children: ReactNode; note?: ReactNode };

/** A control with its words beside it, and a remark below them. */
function Choice({
  children,
  note,
  ...input
}: ChoiceProps & Pick<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <label className="choice">
      <input {...input} />
      <span>
        {children}
        {note ? <small>{note}</small> : null}
      </span>
    </label>
  );
}

export function CheckChoice(props: ChoiceProps) {
  return <Choice type="checkbox" {...props} />;
}

export function RadioChoice(props: ChoiceProps) {
  return <Choice type="radio" {...props} />;
}

/** Square, on or off at once. */
export function Switch(props: ChoiceProps) {
  return (
    <Choice
      type="checkbox"
      role="switch"
      aria-checked={props.checked ?? false}
      className="switch"
      {...props}
    />
  );
}
