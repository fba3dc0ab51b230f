import type { CertificateParams, Tenant } from '@sello/contracts';

/** What the form of a new certificate starts with: the tenant's name, a mailto link, the public name. */
export function firstParams(tenant: Tenant | undefined, userEmail: string): CertificateParams {
  return {
    reason: tenant?.name ?? '',
    location: '',
    contactInfo: userEmail ? `mailto:${userEmail}` : '',
    name: tenant?.publicName || tenant?.name || '',
  };
}
