import {
  acceptInviteUrl,
  inviteReference,
  joinPath,
  type OwnSite,
  readInviteReference,
} from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Store } from '@sello/store';
import type { Request } from 'express';
import { opensInvite } from '../../api/members/opens-invite.ts';
import type { TenantSite } from '../../hosts/hosts.ts';
import { pathOf } from '../../links.ts';

export interface SiteDataDependencies {
  store: Pick<Store, 'tenants' | 'invites'>;
  publicUrl: string;
  /** Whether this browser has just come back from the platform, where the person joined. */
  hasJoined: (request: Request) => boolean;
}

const invitePath = acceptInviteUrl('');

/** Reads what the pages of an own host are told. Throws `host_unknown` when the organization is gone. */
export function createSiteData({ store, publicUrl, hasJoined }: SiteDataDependencies) {
  /**
   * Of an invitation only its state, as `get-invite-info` answers it to the whole link; one of another organization is
   * not here. By the id alone every invitation looks open: the platform tells the invited person more.
   */
  async function invitationAt(path: string, tenantId: string): Promise<OwnSite['invitation'] | undefined> {
    if (path === joinPath) return { goal: 'code', state: 'pending' };
    if (!path.startsWith(invitePath)) return undefined;
    const goal = path.slice(invitePath.length).replace(/\/$/, '').toLowerCase();
    if (!inviteReference.safeParse(goal).success) return { goal, state: 'gone' };
    const { inviteId, secret } = readInviteReference(goal);
    if (secret === undefined) return { goal, state: 'pending' };
    const invite = await store.invites.get(tenantId, inviteId);
    const isOpen =
      invite?.state === 'pending' && opensInvite(invite, secret) && invite.expiresAt > new Date();
    return { goal, state: isOpen ? 'pending' : 'gone' };
  }

  return async ({ tenantId, uses }: TenantSite, request: Request): Promise<OwnSite> => {
    const [tenant, invitation] = await Promise.all([
      store.tenants.get(tenantId),
      invitationAt(request.path, tenantId),
    ]);
    if (tenant === null || tenant.deletion) throw new AppError('host_unknown');
    const { publicName: name, logoUrl } = tenant;
    return {
      ...{ platform: publicUrl, name, uses },
      ...(logoUrl !== undefined && { logoUrl: pathOf(logoUrl, publicUrl) }),
      ...(invitation && {
        invitation: hasJoined(request) ? { ...invitation, state: 'joined', tenantId } : invitation,
      }),
    };
  };
}
