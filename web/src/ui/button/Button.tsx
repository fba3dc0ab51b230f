import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../icon/Icon.tsx';

/** Ink does, the seal issues, a hairline offers, bare suggests, danger deletes. */
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
  /** Work goes on: the button keeps its place, cannot be pressed again and says so. */
  working?: boolean;
  children: ReactNode;
}

export function Button({ kind, size, icon, working = false, children, className, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      className={buttonClass(kind, size, className)}
      // Not disabled while it works: a disabled button would lose the focus, and Escape with it.
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

/** A button that is only a mark; its name is for those who do not see it, and its tooltip. */
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
