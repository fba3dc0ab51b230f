import type { ReactNode } from 'react';
import type { Place } from './routes.ts';

export interface FirstScreenProps {
  /** Draws the way on; `screen` is undefined while it is not known, or nobody is signed in. */
  children: (screen: Place | undefined) => ReactNode;
}
