import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { holds } from '../../auth/permissions.ts';
import { errorsShown } from '../../batches/actions.ts';
import { trayOpen } from '../../batches/store.ts';
import { needTexts } from '../../i18n/index.ts';
import { useStore } from '../../state/useStore.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useClaims, useMailPause, useTenancy } from '../../tenancy/useTenancy.ts';
import { deferred, fetchDeferred, useDeferred } from '../../ui/deferred/deferred.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { OfflineLine } from '../../ui/offline/OfflineLine.tsx';
import { clearToasts } from '../../ui/toast/queue.ts';
import { ToastLayer } from '../../ui/toast/ToastLayer.tsx';
import { Guard } from '../guard/Guard.tsx';
import { Opening } from '../guard/Opening.tsx';
import { StaffHeader } from '../header/StaffHeader.tsx';

// The page renders before what it does not need at once is loaded.
// A failed certificate may say what is wrong with an image.
const batches = deferred(async () => {
  const [{ Batches }] = await Promise.all([
    import('../../features/batches/Batches.tsx'),
    needTexts(['fileFaults']),
  ]);
  return Batches;
});

// The connection over which the server says what changed.
const live = deferred(async () => (await import('../live/Live.tsx')).Live);

// Few organizations have their e-mails paused, and few memberships change while the app is open.
const notices = deferred(async () => {
  const [{ Notices }] = await Promise.all([import('../notices/Notices.tsx'), needTexts(['ending'])]);
  return Notices;
});

/** Delay before a failed load of the tray or the notice is retried, ms. */
const retryMs = 5_000;

/** The layout of the staff's pages: header, page, and the tray of batches beside it. */
export function StaffFrame({ children }: { children: ReactNode }) {
  return (
    <ServerState>
      <Guard>
        <Workspace>{children}</Workspace>
      </Guard>
    </ServerState>
  );
}

/** The layout of the staff's pages, for people who are signed in. */
export function Workspace({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  const open = useStore(trayOpen);
  const mayFollow = tenant !== undefined && claims !== undefined && holds(claims, 'students.view');
  const mayListen = mayFollow || (claims !== undefined && holds(claims, 'settings.view'));
  const tenantId = tenant?._id;
  useFocusOnPage();
  useEffect(() => clearTenantState(tenantId), [tenantId]);
  useEffect(fetchDeferred, []);
  const Batches = useDeferred(batches, mayFollow, retryMs);
  const Live = useDeferred(live, tenant !== undefined && mayListen, retryMs);
  const isPaused = useMailPause() !== undefined;
  const Notices = useDeferred(notices, isPaused, retryMs);
  // A notice that comes after the page pushes it down. What was opened stays: somebody may have typed something in it.
  const wasOpened = useRef(false);
  if (!wasOpened.current && isPaused && Notices === 'not yet') return <Opening name={tenant?.name} />;
  wasOpened.current = true;
  return (
    <div className="workspace">
      <a className="skip" href="#page">
        {t('common.skip')}
      </a>
      <OfflineLine />
      <StaffHeader />
      {typeof Live !== 'string' && mayListen && tenantId ? (
        <Live tenantId={tenantId} withBatches={mayFollow} />
      ) : null}
      {typeof Notices === 'string' ? null : <Notices />}
      {/* Remounted for another organization: selection, input and open dialogs must not carry over. */}
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

/** Clears what outlives a screen but belongs to one organization: toasts, whose buttons would act on the next one. */
function clearTenantState(tenantId: string | undefined): (() => void) | undefined {
  if (tenantId === undefined) return undefined;
  return () => {
    clearToasts();
    errorsShown.set(null);
  };
}

/** Moves the focus to the new page after navigation, for keyboards and screen readers. */
function useFocusOnPage(): void {
  const { pathname } = useNavigation();
  const former = useRef(pathname);
  useEffect(() => {
    if (former.current === pathname) return;
    former.current = pathname;
    document.getElementById('page')?.focus();
  }, [pathname]);
}
