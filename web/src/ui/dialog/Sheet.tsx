import './dialog.css';
import { Heading } from 'react-aria-components/Heading';
import { Dialog as AriaDialog, Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../button/Button.tsx';
import { useFocusReturned } from '../focus/keepFocus.ts';
import type { DialogProps } from './props.ts';

/** The dialog itself: traps and restores the focus; Escape closes it. */
export function Sheet({ title, onClose, children, end, wide, alert, busy, className }: DialogProps) {
  const { t } = useTranslation();
  useFocusReturned();
  const classes = ['dialog', wide ? 'dialog--wide' : '', className ?? ''].filter(Boolean).join(' ');
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={!alert && !busy}
      isKeyboardDismissDisabled={busy ?? false}
      onOpenChange={(open) => open || onClose()}
    >
      <Modal className="modal">
        <AriaDialog className={classes} role={alert ? 'alertdialog' : 'dialog'}>
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
