import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button.tsx';
import { Cancel } from '../saving/Cancel.tsx';
import type { Work } from '../saving/useSaving.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The full action, such as "Delete 2 students", never "OK". */
  act: string;
  keep?: string;
  danger?: boolean;
  /** The action has to wait for something. */
  working?: boolean;
  /** What is under way; it can be cancelled. */
  work?: Work;
  onAct: () => void;
  onClose: () => void;
  keepsHistory?: boolean;
}

/** Asks for confirmation of something that cannot be undone. */
export function Confirm({
  title,
  children,
  act,
  keep,
  danger = true,
  working = false,
  work,
  onAct,
  onClose,
  keepsHistory = false,
}: Props) {
  const { t } = useTranslation();
  const text = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      alert
      busy={working}
      {...(work && { work })}
      isDirty={false}
      keepsHistory={keepsHistory}
      end={
        <>
          {work ? (
            <Cancel {...{ work, onClose }}>{keep}</Cancel>
          ) : (
            <Button kind="line" onClick={onClose} disabled={working}>
              {keep ?? t('common.cancel')}
            </Button>
          )}
          <Button
            kind={danger ? 'danger-full' : 'ink'}
            working={(work?.isPending ?? false) || working}
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
