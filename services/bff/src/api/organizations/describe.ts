import type { Organization } from '@sello/contracts';
import { AppError } from '@sello/kit';
import {
  createLookAlikes,
  identityOf,
  type LookAlikes,
  type ProvedName,
  type TenantRecord,
} from '@sello/store';
import type { Context } from '../../context.ts';
import { type OrganizationFacts, organizationView } from '../../views/organization.ts';

type Stores = Pick<Context, 'store'>;

/** The protected names: those of every organization with a verified domain or confirmed by the operator. */
export async function provedNames({ store }: Stores): Promise<LookAlikes<ProvedName>> {
  return createLookAlikes(
    await store.tenants.listProved(await store.domains.acrossTenants.verifiedTenantIds()),
  );
}

/** The facts of several organizations, with one query per kind of fact for all of them. */
export async function factsOf(
  tenants: readonly TenantRecord[],
  proved: LookAlikes<ProvedName>,
  { store }: Stores,
): Promise<Map<string, OrganizationFacts>> {
  const ids = tenants.map((tenant) => tenant._id);
  const [domains, owners, members, students, issued, reports, mail] = await Promise.all([
    store.domains.acrossTenants.ofMany(ids),
    store.members.acrossTenants.ownerOf(ids),
    store.members.acrossTenants.count(ids),
    store.students.acrossTenants.count(ids),
    store.certificates.acrossTenants.count(ids),
    store.reports.acrossTenants.countOpen(ids),
    store.mailAccounts.acrossTenants.getMany(ids),
  ]);
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
      const domain = domains.get(_id) ?? null;
      const isUnproven = identityOf(tenant, domain).kind === 'unproven';
      return [
        _id,
        {
          domain,
          owner: owners.get(_id),
          members: members.get(_id) ?? 0,
          students: students.get(_id) ?? 0,
          issued: issued.get(_id) ?? 0,
          reports: reports.get(_id) ?? 0,
          mail: mail.get(_id),
          looksLike: isUnproven ? proved.find(tenant) : undefined,
          nameOf: (userId) => names.get(userId) ?? userId,
        },
      ];
    }),
  );
}

/** One organization as the operator's calls return it. Throws `tenant_not_found`. */
export async function describe(
  tenantId: string,
  context: Stores,
): Promise<{ tenant: TenantRecord; facts: OrganizationFacts }> {
  const tenant = await context.store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  const facts = await factsOf([tenant], await provedNames(context), context);
  return { tenant, facts: facts.get(tenantId)! };
}

export async function answer(tenantId: string, context: Stores): Promise<Organization> {
  const { tenant, facts } = await describe(tenantId, context);
  return organizationView(tenant, facts);
}
