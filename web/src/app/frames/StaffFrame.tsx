import { Fragment, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation } from 'react-router';
import { holds } from '../../auth/permissions.ts';
import { errorsShown } from '../../batches/actions.ts';
import { tray, trayOpen } from '../../batches/store.ts';
import { FollowUps } from '../../features/batches/FollowUps.tsx';
import { followBatches } from '../../features/batches/live.ts';
import { Tray } from '../../features/batches/Tray.tsx';
import { useStore } from '../../state/store.ts';
import { TenancyProvider } from '../../tenancy/TenancyProvider.tsx';
import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { toastQueue } from '../../ui/toast/queue.ts';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';
import { MailPausedNotice } from '../notices/MailPaused.tsx';

/** The frame of the staff's pages: header, page, and the tray of batches beside it. */
export function StaffFrame() {
  return (
    <TenancyProvider>
      <Guard>
        <Frame />
      </Guard>
    </TenancyProvider>
  );
}

function Frame() {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const open = useStore(trayOpen);
  // The tray follows one render later: until then it is still the former organization's.
  const isFollowed = useStore(tray).tenantId === tenant?._id;
  const mayFollow = claims !== undefined && holds(claims, 'students.view');
  const tenantId = tenant?._id;
  useFocusOnPage();
  useEffect(() => leaveBehind(tenantId), [tenantId]);
  useEffect(() => (tenantId && mayFollow ? followBatches(tenantId) : undefined), [tenantId, mayFollow]);
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
          <Outlet />
          {open && mayFollow && isFollowed ? <Tray /> : null}
        </div>
        {mayFollow && isFollowed ? <FollowUps /> : null}
      </Fragment>
      <ToastLayer />
    </div>
  );
}

/** What outlives a screen and is one organization's goes with it: its notices, whose acts would be done in the next. */
function leaveBehind(tenantId: string | undefined): (() => void) | undefined {
  if (tenantId === undefined) return undefined;
  return () => {
    toastQueue.clear();
    errorsShown.set(null);
  };
}

/** A new page takes the focus, so that the keyboard and a screen reader go on where the eye does. */
function useFocusOnPage(): void {
  const { pathname } = useLocation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    document.getElementById('page')?.focus();
  }, [pathname]);
}
