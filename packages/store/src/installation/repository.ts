import type { CertificateRecord } from '../certificates/certificates.ts';
import { newId } from '../database/ids.ts';
import type { Table } from '../database/table.ts';
import type { Installation, InstallationRecord } from './installation.ts';

const only = 'installation';

export function createInstallation(
  installation: Table<InstallationRecord>,
  certificates: Table<CertificateRecord>,
): Installation {
  const { rows } = installation;
  return {
    get: () => rows.findOne({ _id: only }),
    create: () => installation.insertOnce({ _id: only, objectStoreId: newId(), createdAt: new Date() }),
    async noteMarked() {
      await installation.updateOne(
        { _id: only, markedAt: { $exists: false } },
        { $set: { markedAt: new Date() } },
      );
    },
    someIssued: (limit) =>
      certificates.rows
        .find({ state: { $ne: 'prepared' } }, { projection: { prefix: 1, pack: 1 } })
        // Ids of certificates are random, so the last ones are a random sample.
        .sort({ _id: -1 })
        .limit(limit)
        .toArray(),
  };
}
