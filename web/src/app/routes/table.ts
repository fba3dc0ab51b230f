import { openPath, publicRoutes } from '@sello/contracts';
import { callbackPath } from '../../auth/stored-session.ts';
import type { Feature } from '../../i18n/index.ts';
import type { Route } from '../../tenancy/routes.ts';
import type { StaffScreens } from './staff-screens.ts';

/** The texts of the editor, of its parts, and of the staff's layout around a template that is only looked at. */
const editorTexts = [
  'batches',
  'editor',
  'editorContent',
  'editorDetails',
  'editorInspector',
  'editorPanels',
  'editorSaving',
  'editorScreen',
  'editorSheets',
  'mailPause',
] as const satisfies Feature[];

/**
 * A screen that no public page opens: what it consists of is listed in a chunk of its own.
 */
const staffScreen = (name: keyof StaffScreens) => async () =>
  (await import('./staff-screens.ts')).staffScreens[name]();

/**
 * Every screen, once: router, guard, header, mobile menu, first screen and breadcrumbs are derived from it. The order
 * is that of the header's links.
 */
export const routes = {
  landing: {
    path: '/',
    labelKey: 'landing.title',
    texts: ['landing'],
    frame: 'front',
    load: async () => (await import('../../features/landing/Landing.tsx')).Landing,
  },
  callback: {
    path: callbackPath,
    labelKey: 'header.signIn',
    texts: ['landing'],
    frame: 'none',
    load: async () => (await import('../callback/Callback.tsx')).Callback,
  },
  open: {
    path: `${openPath}/:tenantId?`,
    labelKey: 'header.open',
    texts: [],
    frame: 'none',
    load: async () => (await import('../callback/OpenFirstScreen.tsx')).OpenFirstScreen,
  },
  onboarding: {
    path: '/onboarding',
    labelKey: 'header.createTenant',
    texts: ['onboarding'],
    frame: 'welcome',
    load: staffScreen('onboarding'),
  },
  acceptInvite: {
    path: publicRoutes.acceptInvite,
    labelKey: 'invites.title',
    texts: ['invites'],
    frame: 'none',
    load: async () => (await import('../invitations/AcceptInvite.tsx')).AcceptInvite,
  },
  pendingInvites: {
    path: '/pending-invites',
    labelKey: 'invites.title',
    texts: ['invites'],
    frame: 'welcome',
    load: staffScreen('pendingInvites'),
  },
  verify: {
    path: publicRoutes.verify,
    labelKey: 'header.verify',
    texts: ['verify'],
    frame: 'public',
    load: async () => (await import('../../features/verify/Verify.tsx')).Verify,
  },
  reportMistake: {
    path: publicRoutes.reportMistake,
    labelKey: 'header.verify',
    texts: ['report'],
    frame: 'public',
    load: async () => (await import('../../features/verify/report/ReportMistake.tsx')).ReportMistake,
  },
  confirmReport: {
    path: publicRoutes.confirmReport,
    labelKey: 'header.verify',
    texts: ['report'],
    frame: 'public',
    load: async () => (await import('../../features/verify/report/ConfirmReport.tsx')).ConfirmReport,
  },
  students: {
    path: '/students',
    labelKey: 'header.students',
    texts: ['batches', 'certificates', 'countries', 'mailPause', 'students'],
    frame: 'staff',
    needs: { permission: 'students.view' },
    nav: { needs: { permission: 'nav.students' } },
    firstScreen: 1,
    load: staffScreen('students'),
  },
  batches: {
    path: '/batches',
    labelKey: 'batches.title',
    above: '/students',
    texts: ['batches', 'batchPages', 'mailPause'],
    frame: 'staff',
    needs: { permission: 'students.view' },
    load: staffScreen('batches'),
  },
  batch: {
    path: '/batches/:batchId',
    labelKey: 'batches.title',
    texts: ['batches', 'batchPages', 'mailPause'],
    frame: 'staff',
    needs: { permission: 'students.view' },
    load: staffScreen('batch'),
  },
  student: {
    path: '/students/:studentId',
    labelKey: 'header.students',
    texts: ['batches', 'certificates', 'countries', 'mailPause', 'studentDetails', 'students'],
    frame: 'staff',
    needs: { permission: 'students.view' },
    load: staffScreen('student'),
  },
  trash: {
    path: '/students/trash',
    labelKey: 'trash.title',
    texts: ['batches', 'mailPause', 'students', 'trash'],
    frame: 'staff',
    needs: { permission: 'students.delete_bulk' },
    load: staffScreen('trash'),
  },
  templates: {
    path: '/templates',
    labelKey: 'header.templates',
    texts: ['batches', 'mailPause', 'templates'],
    frame: 'staff',
    needs: { permission: 'templates.view' },
    nav: { needs: { permission: 'nav.templates' } },
    firstScreen: 3,
    load: staffScreen('templates'),
  },
  newTemplate: {
    path: '/templates/new',
    labelKey: 'header.templates',
    crumbKey: 'common.new',
    texts: editorTexts,
    frame: 'editor',
    needs: { permission: 'templates.create' },
    load: staffScreen('newTemplate'),
  },
  template: {
    path: '/templates/:templateId',
    labelKey: 'header.templates',
    crumbKey: 'common.edit',
    texts: [...editorTexts, 'templates'],
    frame: 'editor',
    needs: { permission: 'templates.view' },
    load: staffScreen('template'),
  },
  catalog: {
    path: '/catalog',
    labelKey: 'header.catalog',
    texts: ['batches', 'catalog', 'mailPause'],
    frame: 'staff',
    needs: { permission: 'catalog.view', superAdmin: true },
    nav: { needs: { permission: 'nav.catalog' } },
    firstScreen: 2,
    tenantless: true,
    load: staffScreen('catalog'),
  },
  newEntry: {
    path: '/catalog/new',
    labelKey: 'header.catalog',
    crumbKey: 'common.new',
    texts: editorTexts,
    frame: 'editor',
    needs: { permission: 'catalog.create', superAdmin: true },
    tenantless: true,
    load: staffScreen('newEntry'),
  },
  entry: {
    path: '/catalog/:entryId',
    labelKey: 'header.catalog',
    crumbKey: 'common.edit',
    texts: editorTexts,
    frame: 'editor',
    needs: { permission: 'catalog.edit', superAdmin: true },
    tenantless: true,
    load: staffScreen('entry'),
  },
  account: {
    path: '/account',
    labelKey: 'header.account',
    texts: ['account', 'batches', 'ending', 'mailPause'],
    frame: 'staff',
    tenantless: true,
    load: staffScreen('account'),
  },
  organizations: {
    path: '/organizations/:organizationId?',
    labelKey: 'header.organizations',
    texts: ['batches', 'mailPause', 'organizations'],
    frame: 'staff',
    needs: { superAdmin: true },
    nav: { needs: { superAdmin: true } },
    load: staffScreen('organizations'),
  },
  settings: {
    path: '/settings/:tenantId/:tab?',
    labelKey: 'header.settings',
    texts: ['audit', 'batches', 'certificates', 'ending', 'mailPause', 'members', 'settings', 'students'],
    frame: 'staff',
    needs: { permission: 'settings.edit' },
    // Without a tab, so that its link is the current one on every tab.
    nav: { needs: { permission: 'settings.view' } },
    load: staffScreen('settings'),
  },
} as const satisfies Record<string, Route>;

declare module '../../tenancy/routes.ts' {
  interface Registered {
    routes: typeof routes;
  }
}
