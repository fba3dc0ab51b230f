import './cancel.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonSize } from '../button/Button.tsx';
import { keepFocus } from '../focus/keepFocus.ts';
import type { Work } from './useSaving.ts';

interface Props {
  work: Work;
  /** Without it there is nothing to close, and the button is there only while the save is under way. */
  onClose?: () => void;
  size?: ButtonSize;
  /** What it says while nothing is under way. */
  children?: ReactNode;
}

/** Closes a form; while it is being saved, ends that instead and keeps what was typed. */
export function Cancel({ work, onClose, size = 'normal', children }: Props) {
  const { t } = useTranslation();
  if (!onClose && !work.isPending) return null;
  return (
    <Button
      kind="line"
      size={size}
      {...(!onClose && { className: 'late' })}
      onClick={({ currentTarget }) => {
        if (!work.isPending) return onClose?.();
        if (!onClose) keepFocus(currentTarget);
        work.cancel();
      }}
    >
      {work.isPending ? t('common.cancel') : (children ?? t('common.cancel'))}
    </Button>
  );
}
