import type { ReactNode } from 'react';
import { NavigationContext } from './navigation.ts';

const navigation = { address: '/', pathname: '/', navigate: () => undefined };

/** A page that stays where it is, for tests of what is drawn. */
export function StandStill({ children }: { children: ReactNode }) {
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}
