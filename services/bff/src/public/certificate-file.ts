import type { Blobs } from '@sello/blobs';
import { isAppError } from '@sello/kit';
import { type CertificateRecord, withCurrentPack } from '@sello/store';
import type { RequestHandler } from 'express';
import { filePartsOf } from '../verify/stored-files.ts';
import { createIssuedFileLookup, type IssuedFileDependencies } from './issued-file.ts';
import { sendObject } from './send-object.ts';

export interface CertificateFileDependencies extends IssuedFileDependencies {
  blobs: Blobs;
}

const explained = ['issued_not_found', 'student_erased', 'public_download_off'] as const;

/**
 * `GET /c/:certId`: the issued file, exactly the bytes that were hashed and signed. Browsers that request an unknown file,
 * an erased one, or one that is not public, are redirected to the verify page instead of getting an error in JSON.
 */
export function createCertificateFile({
  blobs,
  links,
  store,
  ...dependencies
}: CertificateFileDependencies): RequestHandler {
  const find = createIssuedFileLookup({ ...dependencies, store, links }, 'download');
  return async (request, response) => {
    let record: CertificateRecord;
    try {
      record = await find(request);
    } catch (error) {
      const isExplained = explained.some((code) => isAppError(error, code));
      if (!isExplained || request.accepts(['json', 'html']) !== 'html') throw error;
      const certId = String(request.params.certId).slice(0, 100);
      response.set('cache-control', 'no-store').redirect(302, links.verify(certId));
      return;
    }
    // Nothing was sent when an object is missing, except of a file that is streamed; that one is not sent twice.
    await withCurrentPack(store.certificates, record, (current) =>
      sendObject(blobs, request, response, {
        parts: filePartsOf(current),
        size: record.size,
        type: 'application/pdf',
        etag: record.hash,
        sha256: record.hash,
        fileName: `${record.printed.holder}.pdf`,
        disposition: 'inline',
        // The bytes never change, but the permission to download them may: caches must revalidate.
        cacheControl: 'private, no-cache',
      }),
    );
  };
}
