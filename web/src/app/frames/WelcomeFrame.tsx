import type { ReactNode } from 'react';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';

/** The layout for people who are signed in and may have no organization yet. */
export function WelcomeFrame({ children }: { children: ReactNode }) {
  return (
    <ServerState>
      <Guard tenantless>
        <StaffHeader page />
        {children}
        <ToastLayer />
      </Guard>
    </ServerState>
  );
}
