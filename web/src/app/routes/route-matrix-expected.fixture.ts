import {
  acceptInviteUrl,
  confirmReportUrl,
  publicRoutes,
  reportMistakeUrl,
  type TenantRole,
  tenantRole,
} from '@sello/contracts';

/**
 * Who opens a path: `alone` has no organization, `blocked` was a member of one, and `superAdminAlone` is a super admin on
 * a server without organizations.
 */
export type Who = 'signedOut' | 'alone' | 'blocked' | TenantRole | 'superAdmin' | 'superAdminAlone';

export const everyone: readonly Who[] = [
  ...(['signedOut', 'alone', 'blocked'] as const),
  ...tenantRole.options,
  ...(['superAdmin', 'superAdminAlone'] as const),
];

/** The organization whose invitation is opened, and the template. */
export const invitingName = 'Escuela 0';
export const studentName = 'Lucía Fernanda Quispe Mamani';
export const templateName = 'Hospital Pharmacy';
export const landing = 'Ten thousand certificates,each one signed.sealed.delivered.verified.';
export const onboarding = 'Whose certificates will these be?';
const superAdminsOnly = 'Access Denied. Super admin access required to view this page';
const lacks = (permission: string): string =>
  `Access Denied. You don't have permission to access this page: ${permission}`;

const toAll = (seen: string): Record<Who, string> =>
  Object.fromEntries(everyone.map((who) => [who, seen])) as Record<Who, string>;
/** A page of the staff: people who are signed out see the landing page, people without an organization are led on. */
const staff = (screen: string, others: Partial<Record<Who, string>> = {}): Record<Who, string> => ({
  ...toAll(screen),
  signedOut: `/: ${landing}`,
  alone: `/onboarding: ${onboarding}`,
  blocked: `/onboarding: ${onboarding}`,
  superAdminAlone: '/catalog: Catalog',
  ...others,
});
const denied = (roles: readonly TenantRole[], seen: string): Partial<Record<Who, string>> =>
  Object.fromEntries(roles.map((role) => [role, seen]));
/** Where a page of the editor leads in a document of its own, because its content security policy differs. */
const leavingEditor = {
  signedOut: 'document /',
  alone: 'document /onboarding',
  blocked: 'document /onboarding',
  superAdminAlone: 'document /catalog',
};
const firstScreens: Partial<Record<Who, string>> = {
  owner: '/students: Students',
  admin: '/students: Students',
  member: '/students: Students',
  template_designer: '/templates: Templates',
  superAdmin: '/students: Students',
};

/** What each visitor sees at the path of each route: the heading, after the path when they are led to another. */
export const expected = {
  landing: toAll(landing),
  callback: staff('', {
    ...firstScreens,
    signedOut:
      'Signing in did not finish. It was cancelled, took too long, or began in another browser. Nothing was changed; start again here.',
  }),
  open: staff('', firstScreens),
  onboarding: { ...toAll(onboarding), signedOut: `/: ${landing}` },
  acceptInvite: {
    ...toAll(`${invitingName} invites someone else`),
    signedOut: `${invitingName} invites you`,
  },
  pendingInvites: { ...toAll(`/onboarding: ${onboarding}`), signedOut: `/: ${landing}` },
  verify: toAll('Verify a certificate'),
  reportMistake: toAll('Report a mistake'),
  // One that no letter has.
  confirmReport: toAll('This link has ended'),
  students: staff('Students', denied(['template_designer'], lacks('students.view'))),
  batches: staff('Batches', denied(['template_designer'], lacks('students.view'))),
  // One that does not exist.
  batch: staff('Batch', denied(['template_designer'], lacks('students.view'))),
  student: staff(studentName, denied(['template_designer'], lacks('students.view'))),
  trash: staff('Trash', denied(['member', 'template_designer'], lacks('students.delete_bulk'))),
  templates: staff('Templates'),
  newTemplate: staff('Editor: a new template', {
    ...leavingEditor,
    ...denied(['member'], lacks('templates.create')),
  }),
  // Members may look at a template that they may not edit.
  template: staff('Editor: a template', { ...leavingEditor, ...denied(['member'], templateName) }),
  catalog: staff('Catalog', { ...denied(tenantRole.options, superAdminsOnly), superAdminAlone: 'Catalog' }),
  newEntry: staff('Editor: a new catalog', {
    ...leavingEditor,
    ...denied(tenantRole.options, superAdminsOnly),
    superAdminAlone: 'Editor: a new catalog',
  }),
  entry: staff('Editor: a catalog', {
    ...leavingEditor,
    ...denied(tenantRole.options, superAdminsOnly),
    superAdminAlone: 'Editor: a catalog',
  }),
  account: { ...toAll('Your account'), signedOut: `/: ${landing}` },
  organizations: staff('Organizations', denied(tenantRole.options, superAdminsOnly)),
  settings: staff('Settings', denied(['member', 'template_designer'], lacks('settings.edit'))),
} satisfies Record<string, Record<Who, string>>;

interface Ids {
  tenantId: string;
  /** What the link of the invitation names it by. */
  inviteId: string;
  templateId: string;
  entryId: string;
  studentId: string;
}

/** The path at which each route is opened. */
export function pathsOf({
  tenantId,
  inviteId,
  templateId,
  entryId,
  studentId,
}: Ids): Record<keyof typeof expected, string> {
  return {
    landing: '/',
    callback: '/auth/callback',
    open: `/open/${tenantId}`,
    onboarding: '/onboarding',
    acceptInvite: acceptInviteUrl(inviteId),
    pendingInvites: '/pending-invites',
    verify: publicRoutes.verify.split('/:')[0]!,
    reportMistake: reportMistakeUrl('7K3M9QXT2VHBC0RD8WJN5PZE4F'),
    confirmReport: confirmReportUrl('0'.repeat(32)),
    students: '/students',
    batches: '/batches',
    batch: `/batches/${'e'.repeat(24)}`,
    student: `/students/${studentId}`,
    trash: '/students/trash',
    templates: '/templates',
    newTemplate: '/templates/new',
    template: `/templates/${templateId}`,
    catalog: '/catalog',
    newEntry: '/catalog/new',
    entry: `/catalog/${entryId}`,
    account: '/account',
    organizations: '/organizations',
    settings: `/settings/${tenantId}/members`,
  };
}
