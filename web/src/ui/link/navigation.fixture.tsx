import type { ReactNode } from 'react';
import { NavigationContext } from './navigation.ts';

const navigation = { address: '/', pathname: '/', navigate: () => undefined };

/** A navigation context that goes nowhere, for render tests. */
export function StaticNavigation({ children }: { children: ReactNode }) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
