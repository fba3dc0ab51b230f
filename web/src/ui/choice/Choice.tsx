import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';

type InputProps = Omit<ComponentProps<'input'>, 'type' | 'className'>;

/** A check box without a visible label: `label` is its accessible name. `mixed` is the indeterminate state. */
export function Check({ label, mixed = false, ...input }: InputProps & { label: string; mixed?: boolean }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  return <input ref={box} type="checkbox" aria-label={label} {...input} />;
}

type ChoiceProps = InputProps & { children: ReactNode; note?: ReactNode };

/** A control with its label beside it and a hint below. */
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

/** A switch. */
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
