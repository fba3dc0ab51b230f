import { email, type IdentityKind, type Language, originOf } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type CertificateRecord, identityOf, issuedOnOf, type Store } from '@sello/store';

/** The organization's data for the letters of one chunk; read once per chunk. */
export interface Issuer {
  name: string;
  /** Whether an owner deleted it; it may be restored. */
  isDeleted: boolean;
  logoUrl: string | undefined;
  /** Its current kind of identity. */
  identity: IdentityKind;
  /** The base of links: the organization's own host while it is used for verification, else the platform's. */
  baseUrl: string;
  /** The base of links of invitations: its own host while it is used for onboarding, else the platform's. */
  onboardingUrl: string;
  offersFiles: boolean;
  /** Of the day that templates without one print; absent = UTC. */
  timeZone: string | undefined;
  /** The day of issue that a certificate prints, `YYYY-MM-DD`. */
  issuedOnOf(certificate: CertificateRecord): Promise<string>;
  /** Its own subjects of the letter. */
  subjects: Partial<Record<Language, string>>;
  /**
   * Where answers go: the address that the organization chose, else the contact of the signing certificate. Undefined when
   * neither is a verified address of an active member.
   */
  contactOf(signed: Pick<CertificateRecord, 'signingCertificateId'>): Promise<string | undefined>;
}

type IssuerStore = Pick<
  Store,
  'tenants' | 'domains' | 'revisions' | 'signingCertificates' | 'members' | 'users'
>;

export async function readIssuer(store: IssuerStore, tenantId: string, publicUrl: string): Promise<Issuer> {
  const [tenant, domain] = await Promise.all([store.tenants.get(tenantId), store.domains.of(tenantId)]);
  if (tenant === null) throw new AppError('tenant_not_found');
  const { logoUrl, letterReplyTo, timeZone } = tenant;
  const timeZoneOf = memoize(
    ({ revisionId }: CertificateRecord) => revisionId,
    async ({ revisionId }) => (await store.revisions.get(tenantId, revisionId))?.design.timeZone,
  );
  return {
    name: tenant.publicName,
    isDeleted: tenant.deletion !== undefined,
    identity: identityOf(tenant, domain).kind,
    logoUrl: logoUrl?.startsWith('/') ? publicUrl + logoUrl : logoUrl,
    baseUrl: originOf(domain, 'useInVerification', publicUrl),
    onboardingUrl: originOf(domain, 'useInOnboarding', publicUrl),
    offersFiles: tenant.publicDownload,
    subjects: tenant.letterSubjects ?? {},
    timeZone,
    issuedOnOf: (certificate) => issuedOnOf(certificate, timeZoneOf),
    contactOf: memoize(
      ({ signingCertificateId }: Pick<CertificateRecord, 'signingCertificateId'>) =>
        signingCertificateId ?? '',
      async ({ signingCertificateId }) => {
        const addresses = await membersAddresses(store, tenantId);
        const chosen = addresses.find((address) => isSameAddress(address, letterReplyTo));
        if (chosen !== undefined) return chosen;
        if (signingCertificateId === undefined) return undefined;
        const signing = await store.signingCertificates.get(tenantId, signingCertificateId);
        const address = signing?.params.contactInfo.replace(/^mailto:/i, '').trim();
        const named = email.safeParse(address).data;
        return addresses.some((address) => isSameAddress(address, named)) ? named : undefined;
      },
    ),
  };
}

/**
 * The addresses that Reply-To is set to: those that the identity provider has verified for an active member. So nobody can
 * make an organization's letters ask for answers to a stranger.
 */
export async function membersAddresses(
  store: Pick<Store, 'members' | 'users'>,
  tenantId: string,
): Promise<string[]> {
  const members = await store.members.list(tenantId);
  const users = await store.users.getMany(
    members.filter(({ status }) => status === 'active').map(({ userId }) => userId),
  );
  return users.filter(({ emailVerified }) => emailVerified).map((user) => user.email);
}

export const isSameAddress = (one: string, other: string | undefined): boolean =>
  one.toLowerCase() === other?.toLowerCase();

function memoize<About, Answer>(
  keyOf: (about: About) => string,
  read: (about: About) => Promise<Answer>,
): (about: About) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (about) => {
    const key = keyOf(about);
    const answer = answers.get(key) ?? read(about);
    answers.set(key, answer);
    return answer;
  };
}
