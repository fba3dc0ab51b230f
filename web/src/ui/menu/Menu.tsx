import type { ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components/Menu';

export interface MenuEntry {
  id: string;
  label: ReactNode;
  /** Read by type-ahead and screen readers when `label` is more than text. */
  text?: string;
  /** A number or a reason at the right edge. */
  aside?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** A line above: another kind of act begins. */
  cut?: boolean;
  current?: boolean;
  href?: string;
  target?: string;
  run?: () => void;
}

interface Props {
  /** Follows what the button shows, for those who do not see where it stands. */
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  entries: readonly MenuEntry[];
  placement?: 'bottom start' | 'bottom end';
}

/** A menu of acts: arrows move, letters jump, Escape returns to the button. */
export function Menu({ label, trigger, triggerClass, entries, placement = 'bottom end' }: Props) {
  return (
    <MenuTrigger>
      <AriaButton className={triggerClass}>
        {trigger}
        <span className="hide">{label}</span>
      </AriaButton>
      <Popover className="menu-pop" placement={placement} offset={6}>
        <AriaMenu className="menu-list" aria-label={label}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.id}
              id={entry.id}
              className={['menu-item', entry.cut ? 'cut' : '', entry.danger ? 'bad' : '']
                .filter(Boolean)
                .join(' ')}
              isDisabled={entry.disabled ?? false}
              textValue={entry.text ?? (typeof entry.label === 'string' ? entry.label : entry.id)}
              {...(entry.href ? { href: entry.href } : {})}
              {...(entry.target ? { target: entry.target, rel: 'noopener' } : {})}
              {...(entry.run ? { onAction: entry.run } : {})}
              {...(entry.current ? { 'aria-current': 'true' } : {})}
            >
              <span>{entry.label}</span>
              {entry.aside === undefined ? null : <span className="count num">{entry.aside}</span>}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
