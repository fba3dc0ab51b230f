import { readCertificateReference } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { CertificateRecord, Store } from '@sello/store';
import type { Request, Response } from 'express';
import { tenantOf } from '../hosts/site.ts';
import type { LimitedKind, RateLimits } from '../limits/rate-limits.ts';
import type { Links } from '../links.ts';

export interface IssuedFileDependencies {
  store: Pick<Store, 'certificates' | 'erasures' | 'tenants'>;
  links: Links;
  rates: RateLimits;
}

/**
 * Returns a function that finds the certificate of a requested file and checks access: everyone if the organization
 * offers public downloads, otherwise only staff with a signed link. On an organization's own host other organizations'
 * certificates are not found. It throws `rate_limited`, `issued_not_found`,
 * `student_erased` and `public_download_off`.
 */
export function createIssuedFileLookup({ store, links, rates }: IssuedFileDependencies, kind: LimitedKind) {
  return async function find(request: Request, response: Response): Promise<CertificateRecord> {
    await rates.spend(kind, request.ip);
    const reference = readCertificateReference(String(request.params.certId));
    if (reference === undefined || !('certId' in reference)) throw new AppError('issued_not_found');
    const only = tenantOf(response);
    const isShown = (tenantId: string): boolean => only === undefined || tenantId === only;
    const record = await store.certificates.acrossTenants.byCertId(reference.certId);
    if (record === null || record.state === 'prepared' || !isShown(record.tenantId)) {
      const erased = await store.erasures.acrossTenants.byCertId(reference.certId);
      throw new AppError(erased && isShown(erased.tenantId) ? 'student_erased' : 'issued_not_found');
    }
    const tenant = await store.tenants.get(record.tenantId);
    const { staff } = request.query;
    const isStaff = typeof staff === 'string' && links.readStaff(record._id, staff);
    if (!isStaff && tenant?.publicDownload !== true) throw new AppError('public_download_off');
    return record;
  };
}
