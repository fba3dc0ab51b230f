import type { ReactNode } from 'react';

/** One act of a menu. */
export interface MenuEntry {
  id: string;
  label: ReactNode;
  /** Read by type-ahead and screen readers when `label` is more than text. */
  text?: string;
  /** A number or a reason at the right edge. */
  aside?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** A line above: another kind of act begins. */
  cut?: boolean;
  current?: boolean;
  href?: string;
  target?: string;
  run?: () => void;
}
