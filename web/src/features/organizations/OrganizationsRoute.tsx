import './organizations.css';
import { useParams } from 'react-router';
import { SuperAdminOnly } from '../../app/guard/Guard.tsx';
import { OrganizationScreen } from './OrganizationScreen.tsx';
import { OrganizationsScreen } from './OrganizationsScreen.tsx';

/** `organizations` lists those on this server, `organizations/{id}` shows one; for super admins alone. */
export function OrganizationsRoute() {
  const { organizationId } = useParams();
  return (
    <SuperAdminOnly>
      {organizationId === undefined ? <OrganizationsScreen /> : <OrganizationScreen id={organizationId} />}
    </SuperAdminOnly>
  );
}
