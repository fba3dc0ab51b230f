import type { Blobs } from '@sello/blobs';
import { verifyUrl } from '@sello/contracts';
import { withCurrentPack } from '@sello/store';
import type { RequestHandler } from 'express';
import { explainAt } from '../http/error-edge.ts';
import { filePartsOf } from '../verify/stored-files.ts';
import { createIssuedFileLookup, type IssuedFileDependencies } from './issued-file.ts';
import { sendObject } from './send-object.ts';

export interface CertificateFileDependencies extends IssuedFileDependencies {
  blobs: Blobs;
}

/**
 * `GET /c/:certId`: the issued file, exactly the bytes that were hashed and signed. Browsers that request an unknown file,
 * an erased one, one that is not public, or one that cannot be sent, are redirected to the verify page instead of getting
 * an error in JSON.
 */
export function createCertificateFile({
  blobs,
  links,
  store,
  ...dependencies
}: CertificateFileDependencies): RequestHandler {
  const find = createIssuedFileLookup({ ...dependencies, store, links }, 'download');
  return async (request, response) => {
    // A path, so that the explanation is on the host of the link.
    explainAt(response, verifyUrl(String(request.params.certId).slice(0, 100)));
    const record = await find(request, response);
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
