import { isAllowed, type Role } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { catalogTenantId } from '@sello/store';

/**
 * The tenant under which the images of a call are. Those of the catalog are open to who may edit it. Throws `forbidden`,
 * `organization_id_missing` for a super admin who names no organization.
 */
export function tenantOfShelf(
  shelf: 'organization' | 'catalog',
  { tenantId, roles }: { tenantId: string | undefined; roles: readonly Role[] },
): string {
  if (shelf === 'catalog') {
    if (isAllowed(roles, 'catalog.edit')) return catalogTenantId;
    throw new AppError('forbidden', { details: { permission: 'catalog.edit' } });
  }
  if (tenantId === undefined) throw new AppError('organization_id_missing');
  return tenantId;
}
