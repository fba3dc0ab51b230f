import type { certificatesApi } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { BatchRecord, NewBatchItem } from '@sello/store';
import type { Handler } from '../../http/implement.ts';
import { resolveSelection } from '../../students/resolve-selection.ts';
import { findIssued } from './find-issued.ts';

/** Creates a batch that zips the current certificates; a certificate that is not found is its row's error. */
export const downloadZip: Handler<(typeof certificatesApi.calls)['download-zip']> = async (
  { tenantId, body, person, operationId },
  { store, batches, audit },
) => {
  // A choice is not resolved again when the request is repeated after its batch was created.
  const known = body.selection ? await store.batches.get(tenantId, operationId) : null;
  const batch = known ?? (await start());
  await audit.note(tenantId, person, {
    action: 'certificates.download-zip',
    target: batch._id,
    details: { certificates: batch.total },
  });
  return { batchId: batch._id };

  async function start(): Promise<BatchRecord> {
    const items = await itemsOf();
    if (items.every((item) => item.error !== undefined)) throw new AppError('no_certificates_to_download');
    return batches.start(tenantId, {
      _id: operationId,
      kind: 'zip',
      title: '',
      createdBy: person.userId,
      items,
      isResolvedAnew: body.selection !== undefined,
    });
  }

  async function itemsOf(): Promise<NewBatchItem[]> {
    if (body.selection) {
      const chosen = await resolveSelection(store, tenantId, body.selection);
      return chosen.flatMap(({ _id, fullName, certId }) =>
        certId === undefined ? [] : { studentId: _id, fullName, certId },
      );
    }
    if (body.students === undefined) throw new AppError('students_required');
    const asked = body.students;
    const found = await findIssued(store, tenantId, asked);
    return found.map((row, index) =>
      'error' in row
        ? { fullName: asked[index]?.fullName ?? '', error: row.error }
        : {
            studentId: row.certificate.studentId,
            fullName: row.certificate.printed.holder,
            certId: row.certificate._id,
          },
    );
  }
};
