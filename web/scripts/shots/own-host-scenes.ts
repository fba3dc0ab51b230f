import { acceptInviteUrl, joinPath, type OwnSite } from '@sello/contracts';
import type { Scene } from './scene.ts';

const reference = '7K3M9QXT2VHBC0RD8WJN5PZE4F';
const invitationLink = 'a'.repeat(56);

const siteWith =
  (invitation?: OwnSite['invitation']): NonNullable<Scene['site']> =>
  ({ settings: { publicName: name, logoUrl }, tenants: [first] }) => ({
    ...{ platform: 'https://sello.andes.example', name },
    ...(logoUrl !== undefined && { logoUrl }),
    uses: { useInVerification: true, useInOnboarding: true },
    ...(invitation && {
      invitation: { ...invitation, ...(invitation.state === 'joined' && { tenantId: first!._id }) },
    }),
  });
const invitation = (state: 'pending' | 'gone' | 'joined'): Pick<Scene, 'path' | 'site'> => ({
  path: acceptInviteUrl(invitationLink),
  site: siteWith({ goal: invitationLink, state }),
});

/** The pages of an organization's own host. */
export const ownHostScenes: readonly Scene[] = [
  { name: 'own-verify', path: '/verify', site: siteWith() },
  {
    name: 'own-verify-valid',
    path: `/verify/${reference}`,
    site: siteWith(),
    act: (page) => page.locator('img.cert').waitFor(),
  },
  {
    name: 'own-verify-notfound',
    path: `/verify/${reference}`,
    site: siteWith(),
    answers: () => ({
      'verify lookup': { status: 404, body: { error: 'x', code: 'issued_not_found', requestId: 'r' } },
    }),
  },
  { name: 'own-invitation', ...invitation('pending') },
  { name: 'own-invitation-gone', ...invitation('gone') },
  { name: 'own-invitation-joined', ...invitation('joined') },
  { name: 'own-join', path: joinPath, site: siteWith({ goal: 'code', state: 'pending' }) },
];
