import { limits } from '@sello/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { session } from '../../auth/session.ts';
import { usePathTo } from '../../tenancy/routes.ts';
import { useClaims, useFirstScreen, useTenancy } from '../../tenancy/useTenancy.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Opening } from '../guard/Opening.tsx';
import { Unreachable } from '../guard/Unreachable.tsx';

const WithoutOrganization = lazy(async () => ({
  default: (await import('../guard/WithoutOrganization.tsx')).WithoutOrganization,
}));

/**
 * Waits for the organizations and the permissions, then navigates: to `returnTo`, else to the first screen that the
 * person may see. The session is checked every 100 ms meanwhile.
 */
export function Onward({ returnTo }: { returnTo?: string | undefined }) {
  const { navigate } = useNavigation();
  const queries = useQueryClient();
  const { tenants, tenant, error } = useTenancy();
  const { claims, error: claimsError } = useClaims();
  const screen = useFirstScreen();
  const pathTo = usePathTo();
  const isAlone = tenants?.length === 0 && returnTo === undefined;
  const goal = returnTo ?? screen?.to ?? (tenant && claims ? pathTo('landing') : undefined);
  useEffect(() => {
    if (!goal || isAlone) return;
    const go = (): boolean => {
      const isSignedIn = session.get().status === 'signed-in';
      if (isSignedIn) navigate(goal, { replace: true });
      return isSignedIn;
    };
    if (go()) return;
    const timer = setInterval(() => go() && clearInterval(timer), limits.callbackPollMs);
    return () => clearInterval(timer);
  }, [goal, isAlone, navigate]);
  if (!goal && (error || claimsError)) {
    return <Unreachable onRetry={() => void queries.refetchQueries({ type: 'active' })} />;
  }
  if (isAlone) {
    return (
      <Suspense fallback={<Opening />}>
        <WithoutOrganization />
      </Suspense>
    );
  }
  return <Opening name={tenant?.name} />;
}
