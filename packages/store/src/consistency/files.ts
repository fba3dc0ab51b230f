import type { CertificateRecord } from '../certificates/certificates.ts';
import { type Filter, inRuns, type Table } from '../database/table.ts';
import type { Consistency } from './consistency.ts';

type FilePart = Pick<Consistency['acrossTenants'], 'packs' | 'setFileState' | 'missingFiles' | 'movePack'>;

const certificatesAtOnce = 1_000;

/** State and location of the files of certificates. The workers read the files themselves. */
export function createFiles(certificates: Table<CertificateRecord>): FilePart {
  const { rows } = certificates;
  return {
    async *packs(tenantId) {
      let after = '';
      for (;;) {
        const found = await rows
          .find({ tenantId, 'pack.key': { $gt: after } } as Filter<CertificateRecord>)
          .sort({ 'pack.key': 1 })
          .limit(certificatesAtOnce)
          .toArray();
        const isLast = found.length < certificatesAtOnce;
        const groups = [...Map.groupBy(found, (one) => one.pack.key)];
        // The last group may continue on the next page.
        const complete = isLast || groups.length === 1 ? groups : groups.slice(0, -1);
        for (const [, group] of complete) yield group;
        if (isLast) return;
        after = complete.at(-1)![0];
      }
    },
    async setFileState(tenantId, certIds, state) {
      for (const some of inRuns(certIds, certificatesAtOnce)) {
        await certificates.updateMany(
          { _id: { $in: [...some] }, tenantId },
          // Earlier check results no longer apply.
          state === null
            ? { $unset: { fileState: '', fileCheck: '' }, $set: { fileDueAt: new Date() } }
            : { $set: { fileState: state }, $unset: { fileCheck: '', fileDueAt: '' } },
        );
      }
    },
    missingFiles: (limit) => rows.find({ fileState: 'missing' }).limit(limit).toArray(),
    async movePack({ _id, tenantId, pack }, to) {
      const moved = await certificates.updateOne(
        { _id, tenantId, 'pack.key': { $in: [pack.key, to.key] } },
        { $set: { pack: to, fileDueAt: new Date() }, $unset: { fileState: '', fileCheck: '' } },
      );
      return moved.matchedCount === 1;
    },
  };
}
