import type { ReactNode } from 'react';

/** One item of a menu. */
export interface MenuEntry {
  id: string;
  label: ReactNode;
  /** For type-ahead and screen readers, when `label` is not plain text. */
  text?: string;
  /** A number or a hint at the right edge. */
  aside?: ReactNode;
  disabled?: boolean;
  danger?: boolean;
  /** A separator above the item. */
  cut?: boolean;
  current?: boolean;
  href?: string;
  target?: string;
  run?: () => void;
}
