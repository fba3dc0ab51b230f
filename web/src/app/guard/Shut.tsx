import { useClaims, useTenancy } from '../../tenancy/useTenancy.ts';
import { Closed } from './Closed.tsx';
import { Deleted } from './Deleted.tsx';

/** Shown instead of every page of an organization in which nobody can work: deleted, or paused by the operator. */
export function Shut() {
  const { tenant } = useTenancy();
  const { claims } = useClaims();
  if (tenant?.deletion) {
    const mayRestore = tenant.role === 'owner' || claims?.roles.includes('super_admin') === true;
    return <Deleted tenant={tenant} mayRestore={mayRestore} />;
  }
  return tenant && claims?.closedAt ? <Closed name={tenant.name} at={claims.closedAt} /> : null;
}
