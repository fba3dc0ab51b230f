import type { Organization } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { identityOf, looksLike, type MemberRecord, type TenantRecord } from '@sello/store';
import type { Parts } from '../../parts.ts';
import { type OrganizationFacts, organizationView } from '../../views/organization.ts';

type Stores = Pick<Parts, 'store'>;

/** The facts of several organizations at once: one statement a kind of fact, whatever their number. */
export async function factsOf(
  tenants: readonly TenantRecord[],
  { store }: Stores,
): Promise<Map<string, OrganizationFacts>> {
  const ids = tenants.map((tenant) => tenant._id);
  const [domains, members, students, issued, reports, mail, confirmed] = await Promise.all([
    store.domains.acrossTenants.ofMany(ids),
    store.members.acrossTenants.ofTenants(ids),
    store.students.acrossTenants.count(ids),
    store.certificates.acrossTenants.count(ids),
    store.reports.acrossTenants.countOpen(ids),
    store.mailAccounts.acrossTenants.getMany(ids),
    store.tenants.listConfirmed(),
  ]);
  const byTenant = Map.groupBy(members, (member) => member.tenantId);
  const people = new Set(
    tenants.flatMap(({ _id, confirmation, signInsPause }) =>
      [confirmation?.by, signInsPause?.by, mail.get(_id)?.pause?.by].filter((by) => by !== undefined),
    ),
  );
  const names = new Map(
    (await store.users.getMany([...people])).map((user) => [user._id, user.name || user.email]),
  );
  return new Map(
    tenants.map((tenant) => {
      const { _id } = tenant;
      const own = byTenant.get(_id) ?? [];
      const domain = domains.get(_id) ?? null;
      const isUnproven = identityOf(tenant, domain).kind === 'unproven';
      return [
        _id,
        {
          domain,
          owner: ownerOf(own)?.userEmail,
          members: own.length,
          students: students.get(_id) ?? 0,
          issued: issued.get(_id) ?? 0,
          reports: reports.get(_id) ?? 0,
          mail: mail.get(_id),
          looksLike: isUnproven ? confirmed.find((other) => isAlike(tenant, other)) : undefined,
          nameOf: (userId) => names.get(userId) ?? userId,
        },
      ];
    }),
  );
}

function ownerOf(members: readonly MemberRecord[]): MemberRecord | undefined {
  return members.find((member) => member.role === 'owner' && member.status === 'active');
}

function isAlike(tenant: TenantRecord, other: TenantRecord): boolean {
  if (tenant._id === other._id) return false;
  return tenant.skeletons.some((one) => other.skeletons.some((two) => looksLike(one, two)));
}

/** One organization as the operator's calls answer it. Throws `tenant_not_found`. */
export async function describe(
  tenantId: string,
  parts: Stores,
): Promise<{ tenant: TenantRecord; facts: OrganizationFacts }> {
  const tenant = await parts.store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  return { tenant, facts: (await factsOf([tenant], parts)).get(tenantId)! };
}

export async function answer(tenantId: string, parts: Stores): Promise<Organization> {
  const { tenant, facts } = await describe(tenantId, parts);
  return organizationView(tenant, facts);
}
