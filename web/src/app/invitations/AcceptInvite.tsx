import { session } from '../../auth/session.ts';
import { Invitation } from '../../features/invitations/Invitation.tsx';
import { useStore } from '../../state/useStore.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Opening } from '../guard/Opening.tsx';
import { PublicHeader } from '../header/PublicHeader.tsx';

/** The page of an invitation's link, for people who are signed in and for those who are not. */
export function AcceptInvite() {
  const { status } = useStore(session);
  if (status === 'starting') return <Opening />;
  return (
    <ServerState>
      <PublicHeader />
      <Invitation />
      <ToastLayer />
    </ServerState>
  );
}
