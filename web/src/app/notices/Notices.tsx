import { MailPausedNotice } from './MailPaused.tsx';
import { MembershipWatch } from './MembershipWatch.tsx';

/** What the staff's layout tells a person on every page. */
export function Notices() {
  return (
    <>
      <MembershipWatch />
      <MailPausedNotice />
    </>
  );
}
