import { AppError, isAppError } from '@sello/kit';
import type { CertificateRecord, Certificates } from './certificates.ts';

/** A certificate is moved rarely, and only once at a time. */
const maxMoves = 3;

/**
 * Reads a certificate's file with a record that may be old: its pack may have been rewritten, because another student's
 * file in it was erased. When `read` throws `object_missing`, the certificate is read again, and `read` is repeated if it
 * has another place. Throws `issued_not_found` when it was erased itself.
 */
export async function withCurrentPack<Result>(
  certificates: Pick<Certificates, 'get'>,
  record: CertificateRecord,
  read: (current: CertificateRecord) => Promise<Result>,
): Promise<Result> {
  let current = record;
  for (let moves = 0; ; moves++) {
    try {
      return await read(current);
    } catch (error) {
      if (!isAppError(error, 'object_missing') || moves === maxMoves) throw error;
      const now = await certificates.get(current.tenantId, current._id);
      if (now === null) throw new AppError('issued_not_found', { cause: error });
      if (now.pack.key === current.pack.key) throw error;
      current = now;
    }
  }
}
