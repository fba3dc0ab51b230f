import './organizations.css';
import { useParams } from 'react-router';
import { OrganizationScreen } from './OrganizationScreen.tsx';
import { OrganizationsScreen } from './OrganizationsScreen.tsx';

/** `organizations` lists the organizations of this server, `organizations/{id}` shows one. */
export function OrganizationsRoute() {
  const { organizationId } = useParams();
  return organizationId === undefined ? <OrganizationsScreen /> : <OrganizationScreen id={organizationId} />;
}
