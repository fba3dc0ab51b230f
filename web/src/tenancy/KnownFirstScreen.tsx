import type { FirstScreenProps } from './place.ts';
import { ServerState } from './ServerState.tsx';
import { useFirstScreen } from './useTenancy.ts';

export function KnownFirstScreen({ children }: FirstScreenProps) {
  return (
    <ServerState>
      <Known>{children}</Known>
    </ServerState>
  );
}

function Known({ children }: FirstScreenProps) {
  return children(useFirstScreen());
}
