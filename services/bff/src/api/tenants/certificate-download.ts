import { fileNameText, type tenantsApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';

/** The public certificate (PEM), for importing into the trust store of a PDF reader. */
export const certificateDownload: Handler<(typeof tenantsApi.calls)['certificate-download']> = async (
  { tenantId, query },
  { store },
) => {
  const record = await store.signingCertificates.get(tenantId, query.id);
  if (record === null) throw new AppError('certificate_not_found');
  return { fileName: `${fileNameText(record.name, 'certificate')}.pem`, pem: record.pem };
};
