import { AppError } from '@sello/kit';
import { identityOf, type Store, type TenantRecord } from '@sello/store';

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

/** Throws `tenant_name_confusable` when one of the names can be confused with that of such an organization. */
export async function refuseConfusable(
  store: Pick<Store, 'tenants' | 'domains'>,
  names: readonly (string | undefined)[],
  exceptId?: string,
): Promise<void> {
  const given = names.filter((name) => name !== undefined);
  if (given.length === 0) return;
  if ((await confirmedLookAlikes(store, given, exceptId)).length > 0)
    throw new AppError('tenant_name_confusable');
}
