import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Blobs } from '@sello/blobs';
import { fileNameText, isolated } from '@sello/contracts';
import { AppError } from '@sello/kit';
import { type CertificateRecord, type Store, withCurrentPack } from '@sello/store';

/**
 * The issued file as a stream, prefix and tail. When its bytes are not those that were issued, the stream fails with
 * `object_missing` instead of ending, so that no mail server takes the message for complete. The tail is read first: it
 * may have been moved to another pack since the certificate was read.
 */
export function streamCertificate(
  blobs: Blobs,
  certificates: Pick<Store['certificates'], 'get'>,
  certificate: CertificateRecord,
): Readable {
  const { prefix, hash } = certificate;
  async function* pieces(): AsyncGenerator<Buffer> {
    const tail = await withCurrentPack(certificates, certificate, ({ pack }) =>
      blobs.read(pack.key, { range: pack }),
    );
    const sum = createHash('sha256');
    for await (const piece of blobs.concat([{ key: prefix.key, offset: 0, length: prefix.size }])) {
      sum.update(piece as Buffer);
      yield piece as Buffer;
    }
    if (sum.update(tail).digest('hex') !== hash) throw new AppError('object_missing');
    yield tail;
  }
  return Readable.from(pieces(), { objectMode: false });
}

/** The holder's name as the name of the attached file. */
export function attachmentName(holder: string): string {
  return `${isolated(fileNameText(holder, 'certificate', 100))}.pdf`;
}
