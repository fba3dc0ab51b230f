import { currentUser, session } from '../auth/session.ts';
import { useStore } from '../state/useStore.ts';
import { deferred, useDeferred } from '../ui/deferred/deferred.ts';
import type { FirstScreenProps } from './place.ts';

export const knownFirstScreen = deferred(
  async () => (await import('./KnownFirstScreen.tsx')).KnownFirstScreen,
);

/** The first screen of a signed-in person, on public pages; makes no request for visitors. */
export function FirstScreen({ children }: FirstScreenProps) {
  const isSomebody = currentUser(useStore(session)) !== undefined;
  const Known = useDeferred(knownFirstScreen, isSomebody);
  if (!isSomebody || typeof Known === 'string') return children(undefined);
  return <Known>{children}</Known>;
}
