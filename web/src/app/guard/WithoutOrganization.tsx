import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../api/client.ts';
import { usePendingInvites } from '../../tenancy/joining.ts';
import { screenWithoutTenant, usePathTo, useRoutes } from '../../tenancy/routes.ts';
import { useClaims } from '../../tenancy/useTenancy.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Opening } from './Opening.tsx';
import { Unreachable } from './Unreachable.tsx';

/**
 * Leads a person who has no organization on: super admins to their screens, others to the invitation that waits for
 * them, to the list of several, or to the choice between creating and joining one.
 */
export function WithoutOrganization() {
  const { claims, error } = useClaims();
  const invites = usePendingInvites();
  const queries = useQueryClient();
  const routes = useRoutes();
  const pathTo = usePathTo();
  const { navigate } = useNavigation();
  const screen = claims && screenWithoutTenant(routes, claims);
  const [invite, ...others] = invites.data ?? [];
  const goal =
    screen ??
    (!claims || !invites.data
      ? undefined
      : !invite
        ? pathTo('onboarding')
        : others.length > 0
          ? pathTo('pendingInvites')
          : pathTo('acceptInvite', { inviteId: invite._id }));
  useEffect(() => {
    if (goal) navigate(goal, { replace: true });
  }, [goal, navigate]);
  const fault = claims ? (invites.data ? null : invites.error) : error;
  if (fault) {
    return (
      <Unreachable
        onRetry={() => void queries.refetchQueries({ type: 'active' })}
        {...(fault instanceof ApiError ? { code: fault.code } : {})}
      />
    );
  }
  return <Opening />;
}
