import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../icon/Icon.tsx';

export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Hides the label visually where the context makes it clear. */
  hideLabel?: boolean;
  className?: string;
}

/** The attributes that tie a control to its label, hint and error. */
interface Bound {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

/** A form field: label above, hint and error below. */
export function Field({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
}: FieldProps & { children: (bound: Bound) => ReactNode }) {
  const id = useId();
  const described = [error ? `${id}-e` : '', hint ? `${id}-h` : ''].filter(Boolean).join(' ');
  return (
    <div className={['field', className ?? ''].filter(Boolean).join(' ')}>
      <label className={hideLabel ? 'hide' : 'label'} id={`${id}-l`} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        ...(described ? { 'aria-describedby': described } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      {error ? (
        <span className="hint bad" id={`${id}-e`}>
          <Icon name="bang" />
          <span>{error}</span>
        </span>
      ) : null}
      {hint ? (
        <span className="hint" id={`${id}-h`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'id' | 'className'>) {
  const field = {
    label,
    hint,
    error,
    ...(hideLabel ? { hideLabel } : {}),
    ...(className ? { className } : {}),
  };
  return <Field {...field}>{(bound) => <input className="input" {...input} {...bound} />}</Field>;
}

export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  children,
  bare,
  ...select
}: FieldProps & Omit<ComponentProps<'select'>, 'id' | 'className'> & { bare?: boolean }) {
  const field = {
    label,
    hint,
    error,
    ...(hideLabel ? { hideLabel } : {}),
    ...(className ? { className } : {}),
  };
  return (
    <Field {...field}>
      {(bound) => (
        <select className={bare ? 'select select--bare' : 'select'} {...select} {...bound}>
          {children}
        </select>
      )}
    </Field>
  );
}
