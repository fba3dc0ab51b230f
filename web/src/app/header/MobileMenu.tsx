import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/button/Button.tsx';
import { useNavigation } from '../../ui/link/navigation.ts';

/** Below 768 px the header's items are in a menu behind one button; Escape and navigation close it. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { pathname } = useNavigation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === pathname;
  const id = useId();
  const button = useRef<HTMLDivElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
      button.current?.querySelector('button')?.focus();
    };
    // A click on any item closes the menu, except on the language select.
    const chosen = (event: MouseEvent): void => {
      if ((event.target as Element).closest('a, button')) setOpenAt(null);
    };
    const panel = menu.current;
    document.addEventListener('keydown', close);
    panel?.addEventListener('click', chosen);
    return () => {
      document.removeEventListener('keydown', close);
      panel?.removeEventListener('click', chosen);
    };
  }, [open]);
  return (
    <>
      <div className="burger-slot" ref={button}>
        <IconButton
          icon={open ? 'cross' : 'menu'}
          label={t('header.menu')}
          className="burger"
          data-act="menu"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpenAt(open ? null : pathname)}
        />
      </div>
      <div className="mobile-menu" ref={menu} id={id} hidden={!open}>
        {children}
      </div>
    </>
  );
}
