import { Link } from 'react-router';
import { Seal } from '../../ui/seal/Seal.tsx';

export function Brand() {
  return (
    <div>
      <Link className="brand" to="/">
        <Seal />
        <b>Sello</b>
      </Link>
    </div>
  );
}
