import type { DomainRecord, TenantRecord } from '@sello/store';
import { pictureKeyOf } from '../object-keys.ts';
import type { Entries, ExportContext } from './context.ts';
import { jsonEntry } from './json-entry.ts';

/** Every setting of the organization: a new field of its record is exported unless it is named here. */
function settingsOf({
  // Derived from the names.
  nameKey: _nameKey,
  skeletons: _skeletons,
  // Counts for caches.
  issuerChanges: _issuerChanges,
  // By which operator, and what an operator has noted about it.
  confirmation,
  signInsPause: _pause,
  // An export is of an organization that is open.
  deletion: _deletion,
  // The audit log names people.
  createdBy: _createdBy,
  ...own
}: TenantRecord) {
  return { ...own, confirmedAt: confirmation?.at };
}

/** The claim of the domain; `senderLocalPart` is that of the address that its e-mails come from. */
function domainOf({ domain, status, settings, mail, createdAt, verifiedSince, dnsRecords }: DomainRecord) {
  const records = mail ? [...dnsRecords, ...mail.records] : dnsRecords;
  return {
    ...{ domain, status, settings, createdAt, verifiedSince, senderLocalPart: mail?.localPart },
    dnsRecords: records.map(({ type, name, value, purpose, state }) => ({
      ...{ type, name, value, purpose, state },
    })),
  };
}

/** Names, switches, identity, domain and signing certificates; never a private key. */
export async function* settings({ store, tenant, startedAt }: ExportContext): Entries {
  const [domain, signing] = await Promise.all([
    store.domains.of(tenant._id),
    store.signingCertificates.list(tenant._id),
  ]);
  const answers = domain && (await store.domains.answers(tenant._id, domain._id));
  yield jsonEntry('settings.json', startedAt, {
    exportedAt: startedAt,
    ...settingsOf(tenant),
    logo: pictureKeyOf(tenant.logoUrl) && 'pictures/',
    ...(domain && {
      domain: {
        ...domainOf(domain),
        answers: answers?.map(({ type, name, purpose, answers: given }) => ({
          ...{ type, name, purpose, answers: given },
        })),
      },
    }),
    signingCertificates: signing.map(({ tenantId: _tenantId, createdBy: _createdBy, ...one }) => one),
  });
}
