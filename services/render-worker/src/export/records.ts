import { pictureKeyOf } from '../object-keys.ts';
import { type Entries, type ExportContext, pagesOf } from './context.ts';
import { csvEntry } from './csv-entry.ts';
import { jsonEntry } from './json-entry.ts';

/** Names, switches, identity, domain and signing certificates; never a private key. */
export async function* settings({ store, tenant, startedAt }: ExportContext): Entries {
  const [domain, signing] = await Promise.all([
    store.domains.of(tenant._id),
    store.signingCertificates.list(tenant._id),
  ]);
  const { _id, name, publicName, logoUrl, showIdNumber, publicDownload, selfSignedEnabled, algorithm } =
    tenant;
  const { confirmation, formerIdentities = [], createdAt } = tenant;
  yield jsonEntry('settings.json', startedAt, {
    ...{ exportedAt: startedAt, _id, name, publicName, logoUrl, logo: pictureKeyOf(logoUrl) && 'pictures/' },
    ...{ createdAt, showIdNumber, publicDownload, selfSignedEnabled, algorithm },
    ...{ confirmedAt: confirmation?.at, formerIdentities },
    ...(domain && {
      domain: { domain: domain.domain, status: domain.status, settings: domain.settings },
    }),
    signingCertificates: signing.map((one) => ({
      ...{ _id: one._id, name: one.name, algorithm: one.algorithm, origin: one.origin, subject: one.subject },
      ...{ fingerprint: one.fingerprint, pem: one.pem, params: one.params },
      ...{ notBefore: one.notBefore, expiresAt: one.expiresAt, createdAt: one.createdAt },
      revokedAt: one.revokedAt,
    })),
  });
}

export async function* batches({ store, tenant, startedAt }: ExportContext): Entries {
  async function* rows() {
    for await (const page of pagesOf((query) => store.batches.list(tenant._id, query))) {
      const people = await store.users.getMany([...new Set(page.map(({ createdBy }) => createdBy))]);
      const emailOf = new Map(people.map(({ _id, email }) => [_id, email]));
      yield page.map((one) => [
        ...[one._id, one.kind, one.title, one.state, one.total, one.done, one.failed, one.cancelled],
        ...[emailOf.get(one.createdBy), one.createdAt, one.endedAt],
      ]);
    }
  }
  const columns = ['batchId', 'kind', 'title', 'state', 'total', 'done', 'failed', 'cancelled'];
  const added = ['createdBy', 'createdAt', 'endedAt'];
  yield csvEntry('batches.csv', startedAt, [...columns, ...added], rows());
}

export async function* auditLog({ store, tenant, startedAt }: ExportContext): Entries {
  async function* rows() {
    for await (const page of pagesOf((query) => store.auditLog.list(tenant._id, query))) {
      yield page.map(({ at, actorName, action, target, details }) => [
        ...[at, actorName, action, target],
        Object.keys(details).length === 0 ? undefined : JSON.stringify(details),
      ]);
    }
  }
  yield csvEntry('audit-log.csv', startedAt, ['at', 'by', 'action', 'target', 'details'], rows());
}
