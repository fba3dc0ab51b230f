import { useEffect } from 'react';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { MailPausedNotice } from './MailPaused.tsx';
import { MembershipWatch } from './MembershipWatch.tsx';

/** What the staff's layout tells a person on every page. */
export function Notices() {
  useFocusAfterTenant();
  return (
    <>
      <MembershipWatch />
      <MailPausedNotice />
    </>
  );
}

/** Of this window: the layout is mounted anew when the permissions in another organization are loaded. */
let former: string | undefined;

/** Gives the page the focus after a change of the organization, if what had it is gone. */
function useFocusAfterTenant(): void {
  const tenantId = useTenancy().tenant?._id;
  useEffect(() => {
    const isOther = former !== undefined && former !== tenantId;
    former = tenantId;
    if (!isOther) return;
    // A dialog that closes meanwhile gives back the focus in the same frame.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) document.getElementById('page')?.focus();
    });
  }, [tenantId]);
}
