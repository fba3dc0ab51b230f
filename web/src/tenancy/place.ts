import type { ReactNode } from 'react';
import type { Place } from './routes.ts';

export interface FirstScreenProps {
  /** Renders the link; `screen` is undefined while it is not known, or when nobody is signed in. */
  children: (screen: Place | undefined) => ReactNode;
}
