import type { Connection } from 'mongoose';
import { assetSchema } from '../assets/repository.ts';
import { auditSchema } from '../audit/repository.ts';
import { batchSchema, itemSchema } from '../batches/row.ts';
import { catalogSchema } from '../catalog/repository.ts';
import { certificateSchema } from '../certificates/row.ts';
import { deliverySchema } from '../deliveries/repository.ts';
import { domainSchema } from '../domains/repository.ts';
import { idempotencySchema } from '../idempotency/repository.ts';
import { installationSchema } from '../installation/repository.ts';
import { inviteSchema } from '../invites/repository.ts';
import { mailAccountSchema } from '../mail-accounts/repository.ts';
import { memberSchema } from '../members/repository.ts';
import { reportSchema } from '../reports/repository.ts';
import { sessionSchema } from '../sessions/repository.ts';
import { signingCertificateSchema } from '../signing-certificates/repository.ts';
import { markSchema } from '../soundness/repository.ts';
import { studentSchema } from '../students/row.ts';
import { templateSchema } from '../templates/repository.ts';
import { revisionSchema } from '../templates/revisions.ts';
import { tenantSchema } from '../tenants/repository.ts';
import { timestampAuthoritySchema } from '../timestamp-authorities/repository.ts';
import { userSchema } from '../users/repository.ts';
import { openTable } from './table.ts';

/** Every collection and its schema. */
export const schemas = {
  users: userSchema,
  sessions: sessionSchema,
  tenants: tenantSchema,
  members: memberSchema,
  invites: inviteSchema,
  students: studentSchema,
  templates: templateSchema,
  templateRevisions: revisionSchema,
  assets: assetSchema,
  catalog: catalogSchema,
  signingCertificates: signingCertificateSchema,
  certificates: certificateSchema,
  batches: batchSchema,
  batchItems: itemSchema,
  emailDeliveries: deliverySchema,
  domains: domainSchema,
  idempotencyKeys: idempotencySchema,
  auditLog: auditSchema,
  mailAccounts: mailAccountSchema,
  reports: reportSchema,
  installation: installationSchema,
  upkeepMarks: markSchema,
  timestampAuthorities: timestampAuthoritySchema,
} as const;

export function openTables(connection: Connection) {
  return {
    users: openTable(connection, 'users', schemas.users),
    sessions: openTable(connection, 'sessions', schemas.sessions),
    tenants: openTable(connection, 'tenants', schemas.tenants),
    members: openTable(connection, 'members', schemas.members),
    invites: openTable(connection, 'invites', schemas.invites),
    students: openTable(connection, 'students', schemas.students),
    templates: openTable(connection, 'templates', schemas.templates),
    templateRevisions: openTable(connection, 'templateRevisions', schemas.templateRevisions),
    assets: openTable(connection, 'assets', schemas.assets),
    catalog: openTable(connection, 'catalog', schemas.catalog),
    signingCertificates: openTable(connection, 'signingCertificates', schemas.signingCertificates),
    certificates: openTable(connection, 'certificates', schemas.certificates),
    batches: openTable(connection, 'batches', schemas.batches),
    batchItems: openTable(connection, 'batchItems', schemas.batchItems),
    emailDeliveries: openTable(connection, 'emailDeliveries', schemas.emailDeliveries),
    domains: openTable(connection, 'domains', schemas.domains),
    idempotencyKeys: openTable(connection, 'idempotencyKeys', schemas.idempotencyKeys),
    auditLog: openTable(connection, 'auditLog', schemas.auditLog),
    mailAccounts: openTable(connection, 'mailAccounts', schemas.mailAccounts),
    reports: openTable(connection, 'reports', schemas.reports),
    installation: openTable(connection, 'installation', schemas.installation),
    upkeepMarks: openTable(connection, 'upkeepMarks', schemas.upkeepMarks),
    timestampAuthorities: openTable(connection, 'timestampAuthorities', schemas.timestampAuthorities),
  };
}
export type Tables = ReturnType<typeof openTables>;
