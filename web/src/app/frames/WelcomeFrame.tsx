import { Outlet } from 'react-router';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';

/** The frame for those who are signed in and may have no organization yet. */
export function WelcomeFrame() {
  return (
    <ServerState>
      <Guard tenantless>
        <StaffHeader page />
        <Outlet />
        <ToastLayer />
      </Guard>
    </ServerState>
  );
}
