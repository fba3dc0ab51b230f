import { findFiller } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { claimIn, identityOf, type Store, type TenantRecord } from '@sello/store';

/** The names that a request gives an organization. */
export type GivenNames = Partial<Record<'name' | 'publicName', string | undefined>>;

/** Other organizations with confusable names that have a verified domain or are confirmed by the operator. */
export async function confirmedLookAlikes(
  store: Pick<Store, 'tenants' | 'domains'>,
  names: readonly string[],
  exceptId?: string,
): Promise<TenantRecord[]> {
  const alike = await store.tenants.lookAlikes(names, exceptId);
  const proved = await Promise.all(
    alike.map(async (tenant) => identityOf(tenant, await store.domains.of(tenant._id)).kind !== 'unproven'),
  );
  return alike.filter((_, place) => proved[place]);
}

/**
 * Throws `text_unreadable` for a name with a character that is not seen, and `tenant_name_claims` for one that says that
 * the organization is confirmed, which only the platform says. Super admins confirm, so their word is no claim.
 */
function refuseMisleading(names: GivenNames, isSuperAdmin: boolean): void {
  for (const [field, name = ''] of Object.entries(names)) {
    const filler = findFiller(name);
    if (filler) throw new AppError('text_unreadable', { details: { field, ...filler } });
    const word = isSuperAdmin ? undefined : claimIn(name);
    if (word !== undefined) throw new AppError('tenant_name_claims', { details: { field, word } });
  }
}

/** Throws as `refuseMisleading`, and `tenant_name_confusable` when one of the names can be confused with that of such an organization. */
export async function checkNames(
  store: Pick<Store, 'tenants' | 'domains'>,
  names: GivenNames,
  { exceptId, isSuperAdmin }: { exceptId: string; isSuperAdmin: boolean },
): Promise<void> {
  refuseMisleading(names, isSuperAdmin);
  const given = Object.values(names).filter((name) => name !== undefined);
  if (given.length === 0) return;
  if ((await confirmedLookAlikes(store, given, exceptId)).length > 0)
    throw new AppError('tenant_name_confusable');
}
