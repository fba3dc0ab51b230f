import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { Handler } from '../../http/implement.ts';
import { findIssued } from './find-issued.ts';

/** Creates a batch that zips the current certificates; a certificate that is not found is its row's error. */
export const downloadZip: Handler<(typeof certificatesApi.calls)['download-zip']> = async (
  { tenantId, body, person, operationId },
  { store, batches, audit },
) => {
  const found = await findIssued(store, tenantId, body.students);
  if (!found.some((row) => 'certificate' in row)) throw new AppError('no_certificates_to_download');
  const batch = await batches.start(tenantId, {
    _id: operationId,
    kind: 'zip',
    title: '',
    createdBy: person.userId,
    items: found.map((row, index) =>
      'error' in row
        ? { fullName: body.students[index]?.fullName ?? '', error: row.error }
        : {
            studentId: row.certificate.studentId,
            fullName: row.certificate.printed.holder,
            certId: row.certificate._id,
          },
    ),
  });
  await audit.note(tenantId, person, {
    action: 'certificates.download-zip',
    target: batch._id,
    details: { certificates: found.length },
  });
  return { batchId: batch._id };
};
