import { limits, type tenantsApi } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import type { Context } from '../../context.ts';
import type { Handler } from '../../http/implement.ts';
import { tenantView } from '../../views/tenant.ts';
import { memberRole } from './settings.ts';

const batchesAtOnce = 100;

/**
 * Closes the organization; nothing of it is removed yet. Its batches are cancelled when nobody can start another one: a
 * call that was admitted before, and a crash in between, leave some to the workers, which cancel them too.
 */
export const deleteTenant: Handler<(typeof tenantsApi.calls)['delete']> = async (
  { tenantId, body, person, roles },
  context,
) => {
  const { store, audit, closed } = context;
  const before = await store.tenants.get(tenantId);
  if (before === null) throw new AppError('tenant_not_found');
  if (body.name.trim() !== before.name) throw new AppError('organization_name_differs');
  await audit.note(tenantId, person, { action: 'tenants.delete', target: tenantId });
  const at = new Date();
  const until = new Date(at.getTime() + limits.restorableMs);
  const tenant = await store.tenants.delete(tenantId, { at, by: person.userId, until });
  closed.forget();
  await cancelBatches(tenantId, context);
  return tenantView(tenant, memberRole(roles));
};

async function cancelBatches(
  tenantId: string,
  { store, batches }: Pick<Context, 'store' | 'batches'>,
): Promise<void> {
  const open = await store.batches.list(tenantId, { running: true, limit: batchesAtOnce });
  for (const { _id } of open.items) {
    try {
      batches.publish((await store.batches.cancel(tenantId, _id)).event);
    } catch (error) {
      // It has ended meanwhile.
      if (!isAppError(error, 'batch_not_running')) throw error;
    }
  }
}
