import { type ReactNode, useEffect } from 'react';
import { holds } from '../../auth/permissions.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useClaims } from '../../tenancy/useTenancy.ts';
import { fetchDeferred, useDeferred } from '../../ui/deferred/deferred.ts';
import { OfflineLine } from '../../ui/offline/OfflineLine.tsx';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { membershipWatch } from '../notices/membership-watch.ts';
import { Workspace } from './StaffFrame.tsx';

/** The layout of the editor, which fills the window; the staff's for people who may only look at templates. */
export function EditorFrame({ children }: { children: ReactNode }) {
  return (
    <ServerState>
      <Guard>
        <Layout>{children}</Layout>
      </Guard>
    </ServerState>
  );
}

function Layout({ children }: { children: ReactNode }) {
  const { claims } = useClaims();
  useEffect(fetchDeferred, []);
  const MembershipWatch = useDeferred(membershipWatch, false);
  if (claims && !holds(claims, 'templates.edit')) return <Workspace>{children}</Workspace>;
  return (
    <>
      {children}
      {typeof MembershipWatch === 'string' ? null : <MembershipWatch />}
      <OfflineLine />
      <ToastLayer />
    </>
  );
}
