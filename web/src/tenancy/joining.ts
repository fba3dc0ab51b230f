import { membersApi, type ReplyOf } from '@sello/contracts';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { reading } from '../api/reading.ts';
import { handBack } from '../auth/handover.ts';
import { currentUser, session } from '../auth/session.ts';
import { setActiveTenant } from '../state/activeTenant.ts';
import { useStore } from '../state/useStore.ts';

export type PendingInvite = ReplyOf<(typeof membersApi.calls)['my-pending-invites']>[number];

/** The invitations that wait for the signed-in person. */
export function usePendingInvites(): UseQueryResult<PendingInvite[]> {
  const user = currentUser(useStore(session));
  return useQuery({
    ...reading(membersApi, 'my-pending-invites', {}),
    // They belong to the person and do not depend on the active tenant.
    queryKey: ['members', 'my-pending-invites', {}, user?.id],
    enabled: user !== undefined,
  });
}

/**
 * Returns what to do after joining an organization: it is listed, and becomes the active one. Whoever came from the
 * organization's own host is led back there.
 */
export function useJoined(): (joined: { tenantId: string }) => Promise<void> {
  const queries = useQueryClient();
  return async ({ tenantId }) => {
    // The list first: an active organization that is not listed would be replaced by one that is.
    await queries.refetchQueries({ queryKey: ['tenants', 'my'] });
    setActiveTenant(tenantId);
    await queries.invalidateQueries({ queryKey: ['members', 'my-pending-invites'] });
    const back = await handBack();
    if (back !== undefined) location.assign(back);
  };
}
