import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.tsx';

/**
 * `ink` is the default action, `seal` the primary one, `line` a secondary one, `bare` a tertiary one, `danger` deletes.
 */
export type ButtonKind = 'ink' | 'seal' | 'line' | 'bare' | 'danger' | 'danger-full';
export type ButtonSize = 'small' | 'normal' | 'big';

export function buttonClass(kind: ButtonKind = 'ink', size: ButtonSize = 'normal', more = ''): string {
  return ['btn', kind === 'ink' ? '' : `btn--${kind}`, size === 'normal' ? '' : `btn--${size}`, more]
    .filter(Boolean)
    .join(' ');
}

interface Props extends ComponentProps<'button'> {
  kind?: ButtonKind;
  size?: ButtonSize;
  icon?: IconName | undefined;
  /** Busy: the button keeps its size, ignores clicks and has `aria-busy`. */
  working?: boolean;
  children: ReactNode;
}

export function Button({ kind, size, icon, working = false, children, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonClass(kind, size, className)}
      // Not `disabled` while busy: a disabled button loses the focus, and Escape with it.
      aria-disabled={working || undefined}
      aria-busy={working || undefined}
      onClick={(event) => {
        if (working) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {working ? <span className="spin" aria-hidden="true" /> : icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

/** An icon button; `label` is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: ComponentProps<'button'> & { icon: IconName; label: string }) {
  return (
    <button
      type="button"
      className={className ? `icon-btn ${className}` : 'icon-btn'}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
