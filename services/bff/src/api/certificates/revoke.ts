import { type certificatesApi, isAllowed, type Role } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Person } from '../../http/access.ts';
import type { Handler } from '../../http/implement.ts';

/** Whether somebody may revoke a certificate that `issuer` issued: undefined when it is no longer stored who did. */
export function mayRevoke(
  { roles, person }: { roles: readonly Role[]; person: Person },
  issuer: string | undefined,
): boolean {
  return isAllowed(roles, 'settings.edit') || issuer === person.userId;
}

/** The file is not changed; verification reports the certificate as revoked. */
export const revoke: Handler<(typeof certificatesApi.calls)['revoke']> = async (
  { tenantId, body, person, roles },
  { store, audit, certificateChanged },
) => {
  const { certId, reason } = body;
  const [certificate] = await store.certificates.getMany(tenantId, [certId]);
  if (certificate === undefined) throw new AppError('issued_not_found');
  const batch = await store.batches.get(tenantId, certificate.batchId);
  if (!mayRevoke({ roles, person }, batch?.createdBy)) throw new AppError('revoke_not_yours');
  const revoked = await store.certificates.revoke(tenantId, certId, { userId: person.userId, reason });
  certificateChanged(revoked);
  await audit.note(tenantId, person, { action: 'certificates.revoke', target: certId, details: { reason } });
  return { success: true };
};
