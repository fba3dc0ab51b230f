import 'i18next';

/** The texts of each file, typed by the English one; a test checks that every file is listed. */
export interface TextFiles {
  account: typeof import('./locales/en/account.json');
  audit: typeof import('./locales/en/audit.json');
  auth: typeof import('./locales/en/auth.json');
  batchPages: typeof import('./locales/en/batchPages.json');
  batches: typeof import('./locales/en/batches.json');
  catalog: typeof import('./locales/en/catalog.json');
  certificates: typeof import('./locales/en/certificates.json');
  common: typeof import('./locales/en/common.json');
  countries: typeof import('./locales/en/countries.json');
  editor: typeof import('./locales/en/editor.json');
  editorContent: typeof import('./locales/en/editorContent.json');
  editorDetails: typeof import('./locales/en/editorDetails.json');
  editorInspector: typeof import('./locales/en/editorInspector.json');
  editorPanels: typeof import('./locales/en/editorPanels.json');
  editorSaving: typeof import('./locales/en/editorSaving.json');
  editorScreen: typeof import('./locales/en/editorScreen.json');
  editorSheets: typeof import('./locales/en/editorSheets.json');
  ending: typeof import('./locales/en/ending.json');
  errors: typeof import('./locales/en/errors.json');
  failures: typeof import('./locales/en/failures.json');
  fileFaults: typeof import('./locales/en/fileFaults.json');
  header: typeof import('./locales/en/header.json');
  invites: typeof import('./locales/en/invites.json');
  landing: typeof import('./locales/en/landing.json');
  mailPause: typeof import('./locales/en/mailPause.json');
  members: typeof import('./locales/en/members.json');
  onboarding: typeof import('./locales/en/onboarding.json');
  organizations: typeof import('./locales/en/organizations.json');
  preflight: typeof import('./locales/en/preflight.json');
  report: typeof import('./locales/en/report.json');
  settings: typeof import('./locales/en/settings.json');
  studentDetails: typeof import('./locales/en/studentDetails.json');
  studentImport: typeof import('./locales/en/studentImport.json');
  students: typeof import('./locales/en/students.json');
  templates: typeof import('./locales/en/templates.json');
  trash: typeof import('./locales/en/trash.json');
  verify: typeof import('./locales/en/verify.json');
  'verify.reasons': typeof import('./locales/en/verify.reasons.json');
  verifyFile: typeof import('./locales/en/verifyFile.json');
  verifyMore: typeof import('./locales/en/verifyMore.json');
}

/** The texts as they are read: a file `verify.reasons` is loaded by itself and mounted as `reasons` in those of `verify`. */
export type Texts = Omit<TextFiles, 'verify' | 'verify.reasons'> & {
  verify: TextFiles['verify'] & { reasons: TextFiles['verify.reasons'] };
};

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
  }
}
