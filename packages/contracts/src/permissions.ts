import { z } from 'zod';

export const permission = z.enum([
  'nav.students',
  'nav.templates',
  'nav.catalog',
  'students.view',
  'students.create',
  'students.import',
  'students.delete_bulk',
  'templates.view',
  'templates.create',
  'templates.edit',
  'catalog.view',
  'catalog.create',
  'catalog.edit',
  'settings.view',
  'settings.edit',
  'ui.bulk_actions',
  'certificates.generate_bulk',
  'certificates.download_bulk',
  'emails.send_bulk',
  'always.allow',
]);
export type Permission = z.infer<typeof permission>;

/** Roles of a member. `super_admin` is a property of the user and cannot be assigned. */
export const tenantRole = z.enum(['owner', 'admin', 'member', 'template_designer']);
export type TenantRole = z.infer<typeof tenantRole>;
export const role = z.enum([...tenantRole.options, 'super_admin']);
export type Role = z.infer<typeof role>;

const everything = permission.options;
const administration = everything.filter((name) => !name.startsWith('catalog.') && name !== 'nav.catalog');

/** The permissions of each role. `always.allow` is granted to everyone. */
export const permissionsOf: Record<Role, readonly Permission[]> = {
  owner: administration,
  admin: administration,
  member: [
    'nav.students',
    'nav.templates',
    'students.view',
    'students.create',
    'students.import',
    'templates.view',
    'ui.bulk_actions',
    'certificates.generate_bulk',
    'certificates.download_bulk',
    'emails.send_bulk',
    'always.allow',
  ],
  template_designer: [
    'nav.templates',
    'templates.view',
    'templates.create',
    'templates.edit',
    'always.allow',
  ],
  super_admin: everything,
};

/** Whether one of the roles has the permission; super admins have all of them. */
export function isAllowed(roles: readonly Role[], wanted: Permission): boolean {
  return wanted === 'always.allow' || roles.some((name) => permissionsOf[name].includes(wanted));
}
