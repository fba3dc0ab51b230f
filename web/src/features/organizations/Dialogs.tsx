import { ConfirmIdentity } from './ConfirmIdentity.tsx';
import type { Open } from './open.ts';
import { Pause } from './Pause.tsx';
import { WithdrawIdentity } from './WithdrawIdentity.tsx';

export function Dialogs({ open, onClose }: { open: Open; onClose: () => void }) {
  switch (open?.is) {
    case undefined:
      return null;
    case 'confirm':
      return <ConfirmIdentity organization={open.organization} onClose={onClose} />;
    case 'withdraw':
      return <WithdrawIdentity organization={open.organization} onClose={onClose} />;
    case 'pause':
    case 'resume':
      return <Pause organization={open.organization} what={open.what} act={open.is} onClose={onClose} />;
  }
}
