// What the screens of the staff consist of, apart from the table of routes, because public pages load that as well. It is
// fetched with the first of these screens.

export const staffScreens = {
  onboarding: async () => (await import('../../features/onboarding/Onboarding.tsx')).Onboarding,
  pendingInvites: async () => (await import('../../features/invitations/PendingInvites.tsx')).PendingInvites,
  students: async () => (await import('../../features/students/StudentsScreen.tsx')).StudentsScreen,
  trash: async () => (await import('../../features/students/trash/TrashScreen.tsx')).TrashScreen,
  student: async () => (await import('../../features/students/one/StudentScreen.tsx')).StudentScreen,
  batches: async () => (await import('../../features/batches/history/BatchesScreen.tsx')).BatchesScreen,
  batch: async () => (await import('../../features/batches/history/BatchScreen.tsx')).BatchScreen,
  templates: async () => (await import('../../features/templates/TemplatesScreen.tsx')).TemplatesScreen,
  newTemplate: async () => (await import('../editing/editing.tsx')).NewTemplate,
  template: async () => (await import('../editing/OneTemplate.tsx')).OneTemplate,
  catalog: async () => (await import('../../features/catalog/CatalogScreen.tsx')).CatalogScreen,
  newEntry: async () => (await import('../editing/editing.tsx')).NewEntry,
  entry: async () => (await import('../editing/editing.tsx')).OneEntry,
  account: async () => (await import('../../features/account/AccountScreen.tsx')).AccountScreen,
  organizations: async () =>
    (await import('../../features/organizations/OrganizationsRoute.tsx')).OrganizationsRoute,
  settings: async () => (await import('../../features/settings/SettingsRoute.tsx')).SettingsRoute,
};

export type StaffScreens = typeof staffScreens;
