import { joinPath } from '@sello/contracts';
import type { Route } from '../../tenancy/routes.ts';
import { routes } from './table.ts';

const onboarding = {
  frame: 'public',
  texts: ['invites'],
  labelKey: 'invites.title',
  load: async () => (await import('../../features/invitations/OwnHostInvitation.tsx')).OwnHostInvitation,
} as const;

/** The pages of an organization's own host. Links to all others lead to the platform. */
export const ownHostRoutes: Readonly<Record<string, Route>> = {
  verify: routes.verify,
  reportMistake: routes.reportMistake,
  confirmReport: routes.confirmReport,
  acceptInvite: { ...onboarding, path: routes.acceptInvite.path },
  join: { ...onboarding, path: joinPath },
};
