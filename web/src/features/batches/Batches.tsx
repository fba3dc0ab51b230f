import { tray } from '../../batches/store.ts';
import { useStore } from '../../state/useStore.ts';
import { EndNotices } from './EndNotices.tsx';
import { Tray } from './Tray.tsx';

/** The batches of one organization: the tray, and what happens when a batch ends. */
export function Batches({ tenantId, open }: { tenantId: string; open: boolean }) {
  // The tray's state changes one render after the organization; until then it belongs to the previous one.
  const isFollowed = useStore(tray).tenantId === tenantId;
  if (!isFollowed) return null;
  return (
    <>
      {open ? <Tray /> : null}
      <EndNotices />
    </>
  );
}
