import type { Blobs } from '@sello/blobs';
import { readCertificateReference } from '@sello/contracts';
import { AppError, isAppError } from '@sello/kit';
import type { CertificateRecord, Store } from '@sello/store';
import type { Request, RequestHandler } from 'express';
import type { RateLimits } from '../http/rate-limit.ts';
import type { Links } from '../links.ts';
import { filePartsOf } from '../verify/kept-files.ts';
import { sendObject } from './send-object.ts';

export interface CertificateFileDependencies {
  store: Pick<Store, 'certificates' | 'tenants'>;
  blobs: Blobs;
  links: Links;
  rates: RateLimits;
}

/**
 * `GET /c/:certId`: the issued file, exactly the bytes that were hashed and signed. People who follow a link to a file
 * that cannot be had are shown the verify page instead of an error in JSON.
 */
export function createCertificateFile({
  store,
  blobs,
  links,
  rates,
}: CertificateFileDependencies): RequestHandler {
  async function find(request: Request): Promise<CertificateRecord> {
    await rates.spend('download', request.ip);
    const reference = readCertificateReference(String(request.params.certId));
    if (reference === undefined || !('certId' in reference)) throw new AppError('issued_not_found');
    const record = await store.certificates.acrossTenants.byCertId(reference.certId);
    if (record === null || record.state === 'prepared') throw new AppError('issued_not_found');
    const tenant = await store.tenants.get(record.tenantId);
    const { staff } = request.query;
    const isStaff = typeof staff === 'string' && links.readStaff(record._id, staff);
    if (!isStaff && tenant?.publicDownload !== true) throw new AppError('public_download_off');
    return record;
  }

  return async (request, response) => {
    let record: CertificateRecord;
    try {
      record = await find(request);
    } catch (error) {
      const isForPeople = isAppError(error, 'issued_not_found') || isAppError(error, 'public_download_off');
      if (!isForPeople || request.accepts(['json', 'html']) !== 'html') throw error;
      const certId = String(request.params.certId).slice(0, 100);
      response.set('cache-control', 'no-store').redirect(302, links.verify(certId));
      return;
    }
    await sendObject(blobs, request, response, {
      parts: filePartsOf(record),
      size: record.size,
      type: 'application/pdf',
      etag: record.hash,
      sha256: record.hash,
      fileName: `${record.printed.holder}.pdf`,
      disposition: 'inline',
      // The bytes never change, but whether the public may have them does.
      cacheControl: 'private, no-cache',
    });
  };
}
