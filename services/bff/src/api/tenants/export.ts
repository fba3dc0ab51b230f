import { exportParts, type tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { checkKnownStore } from '../../batches/batch-service.ts';
import type { Handler } from '../../http/implement.ts';

/** Creates a batch that writes all data of the organization to one zip; its rows are the parts of it. */
export const exportTenant: Handler<(typeof tenantsApi.calls)['export']> = async (
  { tenantId, person, operationId },
  { store, objectStore, batches, audit },
) => {
  const tenant = await store.tenants.get(tenantId);
  if (tenant === null) throw new AppError('tenant_not_found');
  await checkKnownStore(objectStore);
  await audit.note(tenantId, person, { action: 'tenants.export', target: operationId });
  const batch = await batches.start(tenantId, {
    _id: operationId,
    kind: 'export',
    title: tenant.name,
    createdBy: person.userId,
    items: exportParts.map((fullName) => ({ fullName })),
  });
  return { batchId: batch._id };
};
