import type { ReactNode } from 'react';
import type { Work } from '../saving/useSaving.ts';

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
  /** The save of its form: while it is under way Escape, Back and the cross cancel it, and the dialog stays. */
  work?: Work;
  className?: string;
  /** Whether closing would lose something; without it, whether a control in the dialog was changed. */
  isDirty?: boolean;
  /** Back is not the dialog's: it asks about a Back that was pressed. */
  keepsHistory?: boolean;
}
