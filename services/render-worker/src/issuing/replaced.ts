import type { EventData } from '@sello/contracts';
import type { Logger } from '@sello/kit';
import type { BatchRecord, CertificateRecord, Claim, ClaimedStudentRow, Store } from '@sello/store';

export interface ReplacedDependencies {
  store: Pick<Store, 'certificates'>;
  publish(event: EventData<'certificate'>): Promise<void>;
  log: Logger;
}

/**
 * Publishes, in one event for a chunk, which certificates its rows have replaced, with those that replaced them. Called
 * when they are issued. It asks for the rows whose students had a certificate, and for those that an earlier, killed run
 * may have issued, so a chunk of new people costs nothing. Does not throw: the event of the batch still follows.
 */
export function createReplacedEvents({ store, publish, log }: ReplacedDependencies) {
  return async (
    { tenantId }: Pick<BatchRecord, 'tenantId'>,
    { items }: Pick<Claim<ClaimedStudentRow>, 'items'>,
  ): Promise<void> => {
    const newer = items.flatMap(({ certId, studentId, student, attempts }) =>
      certId && studentId && (student?.certId !== undefined || attempts > 1)
        ? { _id: certId, tenantId, studentId }
        : [],
    );
    try {
      const replaced = await store.certificates.acrossTenants.replacedBy(newer);
      if (replaced.length === 0) return;
      const by = new Set(replaced.map(({ replacedBy }) => replacedBy));
      const changed = [...replaced, ...newer.filter(({ _id }) => by.has(_id))];
      await publish({ tenantId, certificates: changed.map(certificateIds) });
    } catch (error) {
      log.warn({ err: error, tenantId }, 'which certificates were replaced could not be published');
    }
  };
}

const certificateIds = ({ _id: certId, studentId }: Pick<CertificateRecord, '_id' | 'studentId'>) => ({
  certId,
  studentId,
});
