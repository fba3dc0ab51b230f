import type { ReactNode } from 'react';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useDeferred } from '../../ui/deferred/deferred.ts';
import { OfflineLine } from '../../ui/offline/OfflineLine.tsx';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { membershipWatch } from '../notices/membership-watch.ts';

/** The layout for people who are signed in and may have no organization yet. */
export function WelcomeFrame({ children }: { children: ReactNode }) {
  const MembershipWatch = useDeferred(membershipWatch);
  return (
    <ServerState>
      <Guard tenantless>
        <OfflineLine />
        <StaffHeader page />
        {children}
        {typeof MembershipWatch === 'string' ? null : <MembershipWatch isOfNone />}
        <ToastLayer />
      </Guard>
    </ServerState>
  );
}
