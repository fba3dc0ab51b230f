import type { certificatesApi } from '@sello/contracts';
import type { Handler } from '../../http/implement.ts';

/** The file is not changed; verification reports the certificate as revoked. */
export const revoke: Handler<(typeof certificatesApi.calls)['revoke']> = async (
  { tenantId, body, person },
  { store, audit, certificateChanged },
) => {
  const { certId, reason } = body;
  const revoked = await store.certificates.revoke(tenantId, certId, { userId: person.userId, reason });
  certificateChanged(revoked);
  await audit.note(tenantId, person, { action: 'certificates.revoke', target: certId, details: { reason } });
  return { success: true };
};
