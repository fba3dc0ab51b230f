import { newId } from '../database/ids.ts';
import type { Table } from '../database/table.ts';
import type { Tenants } from '../tenants/tenants.ts';
import type { SigningCertificates, SigningKeyRecord } from './signing-certificates.ts';

/** The sealed key is returned only by `getWithKey` and `eachWithKey`. */
const withoutKey = { projection: { sealedKey: 0 } } as const;

export function createSigningCertificates(
  certificates: Table<SigningKeyRecord>,
  tenants: Pick<Tenants, 'noteIssuerChange'>,
): SigningCertificates {
  const { rows } = certificates;
  const newestFirst = { createdAt: -1, _id: -1 } as const;
  return {
    async create(tenantId, { _id = newId(), ...certificate }) {
      const row = { ...certificate, _id, tenantId, createdAt: new Date() };
      const { sealedKey: _, ...record } = await certificates.insertOnce(row);
      return record;
    },
    get: (tenantId, certificateId) => rows.findOne({ _id: certificateId, tenantId }, withoutKey),
    getWithKey: (tenantId, certificateId) => rows.findOne({ _id: certificateId, tenantId }),
    list: (tenantId) => rows.find({ tenantId }, withoutKey).sort(newestFirst).toArray(),
    async current(tenantId, now = new Date()) {
      const usable = { tenantId, revokedAt: { $exists: false }, expiresAt: { $gt: now } };
      const [newest] = await rows.find(usable, withoutKey).sort(newestFirst).limit(1).toArray();
      return newest ?? null;
    },
    async revoke(tenantId, certificateId, now = new Date()) {
      await certificates.updateOne(
        { _id: certificateId, tenantId, revokedAt: { $exists: false } },
        { $set: { revokedAt: now } },
      );
      // Also on a second call: a retry repairs a crash between the two writes.
      await tenants.noteIssuerChange(tenantId);
      return rows.findOne({ _id: certificateId, tenantId }, withoutKey);
    },
    acrossTenants: {
      eachWithKey: () =>
        rows.find({ sealedKey: { $exists: true } }).sort({ _id: 1 }) as AsyncIterable<
          SigningKeyRecord & { sealedKey: string }
        >,
      async replaceKey({ _id, tenantId, sealedKey: former }, sealedKey) {
        const replaced = await certificates.updateOne(
          { _id, tenantId, sealedKey: former },
          { $set: { sealedKey } },
        );
        return replaced.matchedCount === 1;
      },
      byFingerprint: (fingerprint) =>
        rows.find({ fingerprint }, withoutKey).sort({ createdAt: 1, _id: 1 }).toArray(),
    },
  };
}
