import { useCallback, useEffect } from 'react';
import { retrySession } from '../../auth/index.ts';
import { session } from '../../auth/session.ts';
import { setActiveTenant } from '../../state/activeTenant.ts';
import { useStore } from '../../state/useStore.ts';
import { useParamsOf, usePathTo } from '../../tenancy/routes.ts';
import { ServerState } from '../../tenancy/ServerState.tsx';
import { useTenancy } from '../../tenancy/useTenancy.ts';
import { useNavigation } from '../../ui/link/navigation.ts';
import { Opening } from '../guard/Opening.tsx';
import { Unreachable } from '../guard/Unreachable.tsx';
import { Onward } from './Onward.tsx';

/**
 * `open` leads to the first screen that the person may see, `open/{tenantId}` to that of one organization, which
 * becomes the active one: for links that are shown before the permissions there are known.
 */
export function OpenFirstScreen() {
  return (
    <ServerState>
      <Opened />
    </ServerState>
  );
}

function Opened() {
  const { tenantId } = useParamsOf('open');
  const { status } = useStore(session);
  const { navigate } = useNavigation();
  const landing = usePathTo()('landing');
  const { tenants, tenant } = useTenancy();
  const isListed = tenants?.some(({ _id }) => _id === tenantId) ?? false;
  useEffect(() => {
    if (isListed && tenantId) setActiveTenant(tenantId);
  }, [isListed, tenantId]);
  const isSignedOut = status === 'signed-out';
  useEffect(() => {
    if (isSignedOut) navigate(landing, { replace: true });
  }, [isSignedOut, navigate, landing]);
  const retry = useCallback(() => void retrySession(), []);
  if (status === 'unreachable') return <Unreachable onRetry={retry} />;
  // The effect above makes the organization the active one; its permissions are asked for one render later.
  if (isSignedOut || (isListed && tenant?._id !== tenantId)) return <Opening />;
  return <Onward />;
}
