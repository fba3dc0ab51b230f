import { dayIn, type ErasedCertificate, type IssuerIdentity, type PublicCertificate } from '@sello/contracts';
import {
  type CertificateRecord,
  type DomainRecord,
  type ErasedCertificateRecord,
  type Identity,
  identityOf,
  lapseOf,
  type SigningCertificateRecord,
  type TenantRecord,
} from '@sello/store';
import { type Links, pathOf } from '../links.ts';

/** Shows the first and the last characters of an id number; short ones are masked completely. */
export function maskIdNumber(idNumber: string): string {
  const characters = [...idNumber];
  if (characters.length < 5) return '•'.repeat(characters.length);
  const shown = characters.length < 8 ? 1 : 2;
  return characters
    .map((character, index) => (index < shown || index >= characters.length - shown ? character : '•'))
    .join('');
}

/** The issuer: the name it chose itself, and how its identity is proven, now and at the time of issue. */
function issuerView(
  record: Pick<CertificateRecord, 'identity' | 'issuedAt'>,
  tenant: TenantRecord,
  domain: DomainRecord | null,
  publicUrl: string,
): PublicCertificate['issuer'] {
  const identity = identityOf(tenant, domain);
  const lapsedAt = lapseOf(record, tenant, identity);
  return {
    name: tenant.publicName,
    ...(tenant.logoUrl === undefined ? {} : { logoUrl: pathOf(tenant.logoUrl, publicUrl) }),
    identity: identityView(identity),
    ...(record.identity === undefined
      ? {}
      : { atIssue: { ...record.identity, ...(lapsedAt && { lapsedAt: lapsedAt.toISOString() }) } }),
    createdAt: tenant.createdAt.toISOString(),
  };
}

export function identityView({ kind, domain, since, checkedAt }: Identity): IssuerIdentity {
  return {
    kind,
    ...(domain !== undefined && { domain }),
    ...(since && { since: since.toISOString() }),
    ...(checkedAt && { checkedAt: checkedAt.toISOString() }),
  };
}

/** The public view of an issued certificate; the type excludes prepared ones. `issuedOn` is the day that it prints. */
export function publicCertificateView(
  record: CertificateRecord & { state: PublicCertificate['state'] },
  issuedOn: string,
  tenant: TenantRecord,
  domain: DomainRecord | null,
  signing: SigningCertificateRecord | null,
  links: Links,
): PublicCertificate {
  const { printed, replacedBy, replacedAt, revokedAt, revokedReason, fileState } = record;
  const shared = links.sharedBy(domain);
  const file = fileState === undefined ? { downloadUrl: shared.certificate(record._id) } : { fileState };
  const isMasked = !tenant.showIdNumber && printed.idNumber !== '';
  return {
    certId: record._id,
    hash: record.hash,
    state: record.state,
    issuedAt: record.issuedAt.toISOString(),
    issuedOn,
    ...(replacedBy === undefined ? {} : { replacedBy }),
    ...(replacedAt === undefined ? {} : { replacedAt: replacedAt.toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
    ...(revokedReason === undefined || revokedReason === '' ? {} : { revokedReason }),
    holder: printed.holder,
    ...(printed.course === '' ? {} : { course: printed.course }),
    country: printed.country,
    idNumber: isMasked ? maskIdNumber(printed.idNumber) : printed.idNumber,
    idNumberMasked: isMasked,
    ...(printed.startDate === undefined ? {} : { startDate: printed.startDate }),
    ...(printed.endDate === undefined ? {} : { endDate: printed.endDate }),
    size: record.size,
    pages: record.pages,
    signed: record.signingCertificateId !== undefined,
    ...(signing === null ? {} : { signedBy: signing.name }),
    issuer: issuerView(record, tenant, domain, links.publicUrl),
    ...(tenant.publicDownload ? file : {}),
    verifyUrl: shared.verify(record._id),
  };
}

/** The public view of what is kept of an erased certificate. */
export function erasedCertificateView(
  { _id, hash, issuedAt, issuedOn, erasedAt, revokedAt, identity }: ErasedCertificateRecord,
  { tenant, domain }: { tenant: TenantRecord; domain: DomainRecord | null },
  links: Links,
): ErasedCertificate {
  return {
    certId: _id,
    hash,
    state: 'erased',
    issuedAt: issuedAt.toISOString(),
    // Of one that was erased before the day was kept, the time zone is not known.
    issuedOn: issuedOn ?? dayIn('UTC', issuedAt),
    erasedAt: erasedAt.toISOString(),
    ...(revokedAt && { revokedAt: revokedAt.toISOString() }),
    issuer: issuerView({ issuedAt, ...(identity && { identity }) }, tenant, domain, links.publicUrl),
    verifyUrl: links.sharedBy(domain).verify(_id),
  };
}
