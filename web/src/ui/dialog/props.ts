import type { ReactNode } from 'react';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom. */
  end?: ReactNode;
  wide?: boolean;
  /** A question that must be answered: role alertdialog, no close button, no closing by a click outside. */
  alert?: boolean;
  /** Work in progress: the dialog cannot be closed. */
  busy?: boolean;
  className?: string;
}
