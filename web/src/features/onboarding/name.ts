import type { Tenant } from '@sello/contracts';

/** The text key of what is wrong with an organization's name; undefined when it is valid. */
export function nameProblem(
  name: string,
  tenants: readonly Tenant[],
): 'nameRequired' | 'duplicateName' | undefined {
  const wanted = name.trim().toLowerCase();
  if (!wanted) return 'nameRequired';
  return tenants.some((tenant) => tenant.name.trim().toLowerCase() === wanted) ? 'duplicateName' : undefined;
}

/** Whether a text has the form of an e-mail address; the server checks it more strictly. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
