import type { HostUse } from './own-host.ts';

/**
 * What a page on an organization's own host is told by the server, as JSON in the `meta` element of this name. There is no
 * other way for it to learn it: such a page has no session and makes no call but those of the verify page.
 */
export const ownSiteMeta = 'sello-site';

export interface OwnSite {
  /** The platform's origin. */
  platform: string;
  /** The organization's public name. */
  name: string;
  /** A path on this host. */
  logoUrl?: string;
  uses: Readonly<Record<HostUse, boolean>>;
  /** On a page that leads to joining the organization. */
  invitation?: OwnSiteInvitation;
}

export interface OwnSiteInvitation {
  /** What the person comes for: an invitation, by its `inviteReference`, or to join with a `code`. */
  goal: string;
  /** `joined`: the person has just come back from the platform, as a member. */
  state: 'pending' | 'gone' | 'joined';
  /** Of somebody who joined. */
  tenantId?: string;
}
