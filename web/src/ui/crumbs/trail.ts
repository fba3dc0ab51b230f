import type { ParseKeys } from 'i18next';
import { createContext } from 'react';

/** A page above the current one, or the current one itself. */
export interface Crumb {
  to: string;
  labelKey: ParseKeys;
}

/** The pages from the top down to the current one, provided by the public root and by the staff's router. */
export const TrailContext = createContext<readonly Crumb[]>([]);
