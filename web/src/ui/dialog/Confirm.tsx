import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The full action, such as "Delete 2 students", never "OK". */
  act: string;
  keep?: string;
  danger?: boolean;
  working?: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function Confirm({
  title,
  children,
  act,
  keep,
  danger = true,
  working = false,
  onAct,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const text = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      alert
      busy={working}
      end={
        <>
          <Button kind="line" onClick={onClose} disabled={working}>
            {keep ?? t('common.cancel')}
          </Button>
          <Button
            kind={danger ? 'danger-full' : 'ink'}
            working={working}
            onClick={onAct}
            aria-describedby={text}
          >
            {act}
          </Button>
        </>
      }
    >
      <div className="body stack-s" id={text}>
        {children}
      </div>
    </Dialog>
  );
}
