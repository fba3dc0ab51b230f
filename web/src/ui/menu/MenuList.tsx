import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, Popover } from 'react-aria-components/Menu';
import { flushSync } from 'react-dom';
import { useFocusReturned } from '../focus/keepFocus.ts';
import type { MenuEntry } from './entry.ts';

interface Props {
  label: string;
  entries: readonly MenuEntry[];
  placement: 'bottom start' | 'bottom end';
  /** The button that it is anchored to, and where the focus returns. */
  trigger: RefObject<HTMLButtonElement | null>;
  /** The item that gets the focus first. */
  start: 'first' | 'last';
  onClose: () => void;
}

/** The open menu: arrow keys, type-ahead, Escape returns to the button. */
export function MenuList({ label, entries, placement, trigger, start, onClose }: Props) {
  useFocusReturned(trigger);
  // The focus is back on the button before the action runs, so a dialog that it opens returns the focus there.
  const act = ({ run }: MenuEntry): void => {
    flushSync(onClose);
    trigger.current?.focus();
    run?.();
  };
  return (
    <Popover
      className="menu-pop"
      triggerRef={trigger}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement={placement}
      offset={6}
      trigger="MenuTrigger"
      aria-label={label}
    >
      <AriaMenu className="menu-list" aria-label={label} autoFocus={start} onClose={onClose}>
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
            {...(entry.run ? { onAction: () => act(entry) } : {})}
            {...(entry.current ? { 'aria-current': 'true' } : {})}
          >
            <span>{entry.label}</span>
            {entry.aside === undefined ? null : <span className="count num">{entry.aside}</span>}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
