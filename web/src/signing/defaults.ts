import type { CertificateParams, Tenant } from '@sello/contracts';

/** The initial values of a new certificate: the tenant's name, a mailto link, the public name. */
export function firstParams(tenant: Tenant | undefined, userEmail: string): CertificateParams {
  return {
    reason: tenant?.name ?? '',
    location: '',
    contactInfo: userEmail ? `mailto:${userEmail}` : '',
    name: tenant?.publicName || tenant?.name || '',
  };
}
