import { AppError, times } from '@sello/kit';
import mongoose, { type Connection } from 'mongoose';
import pRetry from 'p-retry';
import { createAssets } from './assets/repository.ts';
import { createAuditLog } from './audit/repository.ts';
import { createBatches } from './batches/repository.ts';
import { createCatalog } from './catalog/repository.ts';
import { createCertificates } from './certificates/repository.ts';
import { createConsistency } from './consistency/repository.ts';
import { translateError } from './database/errors.ts';
import { ensureIndexes } from './database/indexes.ts';
import { rewriteOlder } from './database/rewrite-older.ts';
import { openTables, type Tables } from './database/tables.ts';
import { withTranslatedErrors } from './database/translate-errors.ts';
import { withWriteListener } from './database/write-listener.ts';
import { createDeliveries } from './deliveries/repository.ts';
import { createDomainMails } from './domain-mail/repository.ts';
import { createDomains } from './domains/repository.ts';
import { createEndings } from './endings/repository.ts';
import { createErasures } from './erasures/repository.ts';
import { createFonts } from './fonts/repository.ts';
import { createIdempotencyKeys } from './idempotency/repository.ts';
import { createInstallation } from './installation/repository.ts';
import { createInvites } from './invites/repository.ts';
import { createLocks } from './locks/repository.ts';
import { createMailAccounts } from './mail-accounts/repository.ts';
import { createMembers } from './members/repository.ts';
import { createMistakeReports } from './mistake-reports/repository.ts';
import { createReports } from './reports/repository.ts';
import { createSessions } from './sessions/repository.ts';
import { createSigningCertificates } from './signing-certificates/repository.ts';
import type { Store, StoreOptions } from './store.ts';
import { createCountCache } from './students/count-cache.ts';
import { createStudents } from './students/repository.ts';
import { createTemplates } from './templates/repository.ts';
import { createRevisions } from './templates/revisions.ts';
import { createTenants } from './tenants/repository.ts';
import { createTimestampAuthorities } from './timestamp-authorities/repository.ts';
import { createTrash } from './trash/repository.ts';
import { createUsers } from './users/repository.ts';

export function connect({
  url,
  appName,
  poolSize = 20,
  startTimeoutMs = times.databaseStartMs,
}: StoreOptions): Promise<Connection> {
  async function open(): Promise<Connection> {
    const connection = mongoose.createConnection();
    try {
      return await connection.openUri(url, {
        ...(appName !== undefined && { appName }),
        maxPoolSize: poolSize,
        serverSelectionTimeoutMS: times.connectMs,
        connectTimeoutMS: times.connectMs,
        socketTimeoutMS: times.databaseAnswerMs,
        waitQueueTimeoutMS: times.databasePoolMs,
        ignoreUndefined: true,
      });
    } catch (error) {
      await connection.destroy().catch(() => {});
      throw translateError(error);
    }
  }
  return pRetry(open, {
    retries: Number.POSITIVE_INFINITY,
    factor: 1,
    minTimeout: times.databaseAgainMs,
    maxRetryTime: startTimeoutMs,
    shouldRetry: ({ error }) => error instanceof AppError,
  });
}

function repositories(opened: Tables): Omit<Store, 'ping' | 'close'> {
  const counts = createCountCache();
  // A write of a student invalidates the cached counts of its tenant in this process.
  const tables = { ...opened, students: withWriteListener(opened.students, counts.invalidate) };
  const tenants = createTenants(tables.tenants, tables.members);
  const certificates = createCertificates(tables.certificates, tables.students);
  return withTranslatedErrors({
    users: createUsers(tables.users),
    sessions: createSessions(tables.sessions),
    tenants,
    members: createMembers(tables.members, tables.tenants, tables.invites),
    invites: createInvites(tables.invites),
    students: createStudents(tables.students, tables.certificates, counts),
    templates: createTemplates(tables.templates),
    revisions: createRevisions(tables.templateRevisions, tables.templates),
    assets: createAssets(tables.assets, tables),
    fonts: createFonts(tables.fonts),
    catalog: createCatalog(tables.catalog),
    signingCertificates: createSigningCertificates(tables.signingCertificates, tenants),
    certificates,
    batches: createBatches(tables.batches, tables.batchItems, tables.students),
    deliveries: createDeliveries(tables.emailDeliveries),
    domains: createDomains(tables, tenants),
    domainMails: createDomainMails(tables),
    erasures: createErasures(tables),
    idempotencyKeys: createIdempotencyKeys(tables.idempotencyKeys),
    auditLog: createAuditLog(tables.auditLog),
    mailAccounts: createMailAccounts(tables.mailAccounts),
    reports: createReports(tables.reports),
    mistakeReports: createMistakeReports(tables.mistakeReports),
    installation: createInstallation(tables.installation, tables.certificates),
    consistency: createConsistency({ ...tables, settle: certificates.settle }),
    timestampAuthorities: createTimestampAuthorities(tables.timestampAuthorities),
    locks: createLocks(tables.locks),
    endings: createEndings(tables),
    trash: createTrash({ ...tables, trashed: tables.trashedStudents }),
  });
}

/**
 * Connects, waits for a database that is still starting, ensures collections and indexes, and rewrites older documents that
 * filters read. The driver reconnects automatically; calls meanwhile throw `unavailable`. Throws `unavailable` when
 * `startTimeoutMs` has passed.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  const connection = await connect(options);
  // Every failed call rejects on its own; an `error` event without a listener would end the process.
  connection.on('error', () => {});
  if (options.ensureIndexes ?? true) {
    await ensureIndexes(connection);
    await rewriteOlder(connection);
  }
  return {
    ...repositories(openTables(connection)),
    async ping() {
      const database = connection.getClient().db(connection.name);
      const answer = database.command({ ping: 1 }, { timeoutMS: times.checkMs });
      await answer.catch((error: unknown) => {
        throw new AppError('unavailable', { cause: error });
      });
    },
    close: () => connection.destroy(true),
  };
}
