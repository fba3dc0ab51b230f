import type { certificatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** The file is not changed; verification reports the certificate as revoked. */
export const revoke: Handler<(typeof certificatesApi.calls)['revoke']> = async (
  { tenantId, body, person },
  { store, audit },
) => {
  const { certId, reason } = body;
  await store.certificates.revoke(tenantId, certId, { userId: person.userId, reason });
  await audit.note(tenantId, person, { action: 'certificates.revoke', target: certId, details: { reason } });
  return { success: true };
};
