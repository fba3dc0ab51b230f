import type { ReactNode } from 'react';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The row of acts at the foot. */
  end?: ReactNode;
  wide?: boolean;
  /** A question that must be answered: announced at once, no cross, no closing by a click beside it. */
  alert?: boolean;
  /** Work goes on that must not be walked away from. */
  busy?: boolean;
  className?: string;
}
