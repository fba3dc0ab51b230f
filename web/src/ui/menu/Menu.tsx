import { type ReactNode, useRef, useState } from 'react';
import { deferred, useDeferred } from '../deferred/deferred.ts';
import type { MenuEntry } from './entry.ts';

export type { MenuEntry } from './entry.ts';

interface Props {
  /** Appended to the button's text, for screen readers. */
  label: string;
  trigger: ReactNode;
  triggerClass: string;
  entries: readonly MenuEntry[];
  placement?: 'bottom start' | 'bottom end';
}

const list = deferred(async () => (await import('./MenuList.tsx')).MenuList);

/** The keys that open it, and the item that they focus. The click that a browser makes of Enter would move no focus. */
const starts: Record<string, 'first' | 'last'> = {
  Enter: 'first',
  ' ': 'first',
  ArrowDown: 'first',
  ArrowUp: 'last',
};

/** A menu button. The menu's code is loaded while the page is idle, or when the button is about to be used. */
export function Menu({ label, trigger, triggerClass, entries, placement = 'bottom end' }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [start, setStart] = useState<'first' | 'last' | null>(null);
  const List = useDeferred(list, start !== null);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClass}
        aria-haspopup="menu"
        aria-expanded={start !== null}
        aria-busy={(start !== null && typeof List === 'string') || undefined}
        onPointerEnter={() => void list.fetch()}
        onFocus={() => void list.fetch()}
        onClick={() => (start === null ? setStart('first') : setStart(null))}
        onKeyDown={(event) => {
          const at = starts[event.key];
          if (!at) return;
          event.preventDefault();
          setStart(at);
        }}
      >
        {trigger}
        <span className="hide">{label}</span>
      </button>
      {start !== null && typeof List !== 'string' ? (
        <List
          label={label}
          entries={entries}
          placement={placement}
          trigger={button}
          start={start}
          onClose={() => setStart(null)}
        />
      ) : null}
    </>
  );
}
