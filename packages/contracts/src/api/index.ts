import { assetsApi } from './assets.ts';
import { auditApi } from './audit.ts';
import { batchesApi } from './batches.ts';
import { certificatesApi } from './certificates.ts';
import { fontsApi } from './fonts.ts';
import { invitesApi } from './invites.ts';
import { membersApi } from './members.ts';
import { organizationsApi } from './organizations.ts';
import { rpcApi } from './rpc.ts';
import { sessionsApi } from './sessions.ts';
import { studentImportsApi } from './student-imports.ts';
import { studentsApi } from './students.ts';
import { templatesApi } from './templates.ts';
import { tenantsApi } from './tenants.ts';
import { verifyApi } from './verify.ts';

/** Every resource under `/api`, by its name in the path. */
export const apis = {
  assets: assetsApi,
  audit: auditApi,
  batches: batchesApi,
  certificates: certificatesApi,
  fonts: fontsApi,
  invites: invitesApi,
  members: membersApi,
  organizations: organizationsApi,
  rpc: rpcApi,
  sessions: sessionsApi,
  // Two declarations, so that the list does not load what only the import needs.
  students: { ...studentsApi, calls: { ...studentsApi.calls, ...studentImportsApi.calls } },
  templates: templatesApi,
  tenants: tenantsApi,
  verify: verifyApi,
} as const;
export type Apis = typeof apis;
