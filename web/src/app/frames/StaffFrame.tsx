import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { holds } from '../../auth/permissions.ts';
import { errorsShown } from '../../batches/actions.ts';
import { trayOpen } from '../../batches/store.ts';
import { useStore } from '../../state/useStore.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { deferred, fetchDeferred, useDeferred } from '../../ui/deferred/deferred.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { clearToasts } from '../../ui/toast/queue.ts';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { MailPausedNotice } from '../notices/MailPaused.tsx';

// The page stands before the line to the server does, and what comes over it.
const batches = deferred(async () => (await import('../../features/batches/Batches.tsx')).Batches);

/** How long it is waited until that is asked for again, when it could not be had, ms. */
const againMs = 5_000;

/** The frame of the staff's pages: header, page, and the tray of batches beside it. */
export function StaffFrame({ children }: { children: ReactNode }) {
  return (
    <ServerState>
      <Guard>
        <Workspace>{children}</Workspace>
      </Guard>
    </ServerState>
  );
}

function Workspace({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const open = useStore(trayOpen);
  const mayFollow = claims !== undefined && holds(claims, 'students.view');
  const tenantId = tenant?._id;
  useFocusOnPage();
  useEffect(() => leaveBehind(tenantId), [tenantId]);
  useEffect(fetchDeferred, []);
  const Batches = useDeferred(batches, mayFollow, againMs);
  return (
    <div className="workspace">
      <a className="skip" href="#page">
        {t('common.skip')}
      </a>
      <StaffHeader />
      <MailPausedNotice />
      {/* Another organization begins anew: what was chosen, typed or open in one has no meaning in the next. */}
      <Fragment key={tenantId}>
        <div className={open && mayFollow ? 'work has-tray' : 'work'}>
          {children}
          {typeof Batches !== 'string' && mayFollow && tenantId ? (
            <Batches tenantId={tenantId} open={open} />
          ) : null}
        </div>
      </Fragment>
      <ToastLayer />
    </div>
  );
}

/** What outlives a screen and is one organization's goes with it: its notices, whose acts would be done in the next. */
function leaveBehind(tenantId: string | undefined): (() => void) | undefined {
  if (tenantId === undefined) return undefined;
  return () => {
    clearToasts();
    errorsShown.set(null);
  };
}

/** A new page takes the focus, so that the keyboard and a screen reader go on where the eye does. */
function useFocusOnPage(): void {
  const { pathname } = useNavigation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    document.getElementById('page')?.focus();
  }, [pathname]);
}
