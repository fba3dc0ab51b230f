import type { ReactNode } from 'react';
import { holds } from '../../auth/permissions.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useClaims } from '../../tenancy/useTenancy.ts';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
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
  if (claims && !holds(claims, 'templates.edit')) return <Workspace>{children}</Workspace>;
  return (
    <>
      {children}
      <ToastLayer />
    </>
  );
}
