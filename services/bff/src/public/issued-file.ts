import { readCertificateReference } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { CertificateRecord, Store } from '@sello/store';
import type { Request } from 'express';
import type { LimitedKind, RateLimits } from '../http/rate-limit.ts';
import type { Links } from '../links.ts';

export interface IssuedFileDependencies {
  store: Pick<Store, 'certificates' | 'tenants'>;
  links: Links;
  rates: RateLimits;
}

/**
 * Finds the certificate whose file a request names, for those who may have the file: everyone where the organization
 * lets them, its staff by a signed link. Throws `rate_limited`, `issued_not_found` and `public_download_off`.
 */
export function createIssuedFile({ store, links, rates }: IssuedFileDependencies, kind: LimitedKind) {
  return async function find(request: Request): Promise<CertificateRecord> {
    await rates.spend(kind, request.ip);
    const reference = readCertificateReference(String(request.params.certId));
    if (reference === undefined || !('certId' in reference)) throw new AppError('issued_not_found');
    const record = await store.certificates.acrossTenants.byCertId(reference.certId);
    if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
    const tenant = await store.tenants.get(record.tenantId);
    const { staff } = request.query;
    const isStaff = typeof staff === 'string' && links.readStaff(record._id, staff);
    if (!isStaff && tenant?.publicDownload !== true) throw new AppError('public_download_off');
    return record;
  };
}
