import { usePathTo } from '../../tenancy/routes.ts';
import { Link } from '../../ui/link/Link.tsx';
import { Seal } from '../../ui/seal/Seal.tsx';

export function Brand() {
  return (
    <div>
      <Link className="brand" to={usePathTo()('landing')}>
        <Seal />
        <b>Sello</b>
      </Link>
    </div>
  );
}
