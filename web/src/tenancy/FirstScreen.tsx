import { currentUser, session } from '../auth/session.ts';
import { useStore } from '../state/useStore.ts';
import { deferred, useDeferred } from '../ui/deferred/deferred.ts';
import type { FirstScreenProps } from './place.ts';

export const knownFirstScreen = deferred(
  async () => (await import('./KnownFirstScreen.tsx')).KnownFirstScreen,
);

/** Where a signed-in person's way leads, on the pages for everyone: nothing is asked for those who are not. */
export function FirstScreen({ children }: FirstScreenProps) {
  const isSomebody = currentUser(useStore(session)) !== undefined;
  const Known = useDeferred(knownFirstScreen, isSomebody);
  if (!isSomebody || typeof Known === 'string') return children(undefined);
  return <Known>{children}</Known>;
}
