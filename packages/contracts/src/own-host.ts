import type { Domain } from './entities/index.ts';

/** A domain as far as it decides the host of links. */
export type HostedDomain = Pick<Domain, 'domain' | 'status' | 'settings'>;
/** A use of a domain that gives it a host; `useInEmails` needs none. */
export type HostUse = Exclude<keyof Domain['settings'], 'useInEmails'>;

/** Whether the organization's own host serves this use now. */
export const isHosted = (domain: HostedDomain | null | undefined, use: HostUse): boolean =>
  domain?.status === 'verified' && domain.settings[use];

/** The origin of an own host. It has the port of the platform, behind the same reverse proxy. */
export function ownOrigin(domain: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl);
  return `https://${domain}${protocol === 'https:' && port !== '' ? `:${port}` : ''}`;
}

/** The origin of an organization's links: that of its own host while it serves this use, else the platform's. */
export function originOf(domain: HostedDomain | null | undefined, use: HostUse, publicUrl: string): string {
  return domain && isHosted(domain, use) ? ownOrigin(domain.domain, publicUrl) : new URL(publicUrl).origin;
}
