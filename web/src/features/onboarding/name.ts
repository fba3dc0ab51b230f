import type { Tenant } from '@sello/contracts';

/** What is wrong with an organization's name, as a key of its text; nothing when it can be created. */
export function nameProblem(
  name: string,
  tenants: readonly Tenant[],
): 'nameRequired' | 'duplicateName' | undefined {
  const wanted = name.trim().toLowerCase();
  if (!wanted) return 'nameRequired';
  return tenants.some((tenant) => tenant.name.trim().toLowerCase() === wanted) ? 'duplicateName' : undefined;
}
