import { useEffect } from 'react';
import { tray } from '../../batches/store.ts';
import { useStore } from '../../state/useStore.ts';
import { FollowUps } from './FollowUps.tsx';
import { followBatches } from './live.ts';
import { Tray } from './Tray.tsx';

/** Follows the batches of one organization: the tray beside the page, and what follows their ends. */
export function Batches({ tenantId, open }: { tenantId: string; open: boolean }) {
  // The tray follows one render later: until then it is still the former organization's.
  const isFollowed = useStore(tray).tenantId === tenantId;
  useEffect(() => followBatches(tenantId), [tenantId]);
  if (!isFollowed) return null;
  return (
    <>
      {open ? <Tray /> : null}
      <FollowUps />
    </>
  );
}
