import './dialog.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../button/Button.tsx';
import { useFocusReturned } from '../focus/keepFocus.ts';
import { closeOnBack } from '../leave/back.ts';
import { watchChanges } from './changes.ts';
import type { DialogProps } from './props.ts';
import { scrollByKeyboard } from './scrolling.ts';

/**
 * The dialog itself: traps and restores the focus. Escape, the browser's Back, the cross and a click outside close it, and
 * ask first when something in it was changed.
 */
export function Sheet({ isDirty, ...props }: DialogProps) {
  const { t } = useTranslation();
  const { onClose, busy, work } = props;
  const content = useRef<HTMLElement>(null);
  const changes = useRef<ReturnType<typeof watchChanges>>(undefined);
  const [isAsking, setAsking] = useState(false);
  const hasChanges = (): boolean => isDirty ?? changes.current?.has() ?? false;
  const leave = (): void => {
    if (work?.isPending) {
      work.cancel();
      return;
    }
    if (busy) return;
    if (isAsking) setAsking(false);
    else if (hasChanges()) setAsking(true);
    else onClose();
  };
  const latest = useRef({ leave, hasChanges });
  latest.current = { leave, hasChanges };
  useEffect(() => {
    changes.current = watchChanges(content.current!);
    return () => changes.current?.end();
  }, []);
  const { keepsHistory } = props;
  useLayoutEffect(
    () => (keepsHistory ? undefined : closeOnBack({ close: () => latest.current.leave() })),
    [keepsHistory],
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (latest.current.hasChanges()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <>
      <Frame {...props} content={content} onClose={leave} />
      {isAsking ? (
        <Frame
          alert
          title={t('common.unsaved.title')}
          onClose={leave}
          end={
            <>
              <Button kind="line" onClick={leave}>
                {t('common.unsaved.keep')}
              </Button>
              <Button kind="danger-full" onClick={onClose}>
                {t('common.unsaved.discard')}
              </Button>
            </>
          }
        >
          <div className="body">
            <p>{t('common.unsaved.text')}</p>
          </div>
        </Frame>
      ) : null}
    </>
  );
}

function Frame({
  title,
  onClose,
  children,
  end,
  wide,
  alert,
  busy,
  work,
  className,
  content,
}: DialogProps & { content?: React.RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const own = useRef<HTMLElement>(null);
  const dialog = content ?? own;
  useEffect(() => (dialog.current ? scrollByKeyboard(dialog.current) : undefined), [dialog]);
  useFocusReturned();
  const classes = ['dialog', wide ? 'dialog--wide' : '', className ?? ''].filter(Boolean).join(' ');
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={!alert && !busy && !work?.isPending}
      isKeyboardDismissDisabled={busy ?? false}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className="modal">
        <AriaDialog ref={dialog} className={classes} role={alert ? 'alertdialog' : 'dialog'}>
          <div className="top">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {alert ? null : (
              <IconButton icon="cross" label={t('common.close')} onClick={onClose} disabled={busy} />
            )}
          </div>
          {children}
          {end ? <div className="end">{end}</div> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
