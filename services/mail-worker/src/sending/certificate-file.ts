import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import type { Blobs } from '@sello/blobs';
import { fileNameText, isolated } from '@sello/contracts';
import { AppError } from '@sello/kit';
import type { CertificateRecord } from '@sello/store';

/**
 * The issued file as a stream, prefix and tail. When its bytes are not those that were issued, the stream fails with
 * `object_missing` instead of ending, so that no mail server takes the message for complete.
 */
export function streamCertificate(blobs: Blobs, { prefix, pack, hash }: CertificateRecord): Readable {
  const source = blobs.concat([
    { key: prefix.key, offset: 0, length: prefix.size },
    { key: pack.key, offset: pack.offset, length: pack.length },
  ]);
  const sum = createHash('sha256');
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      done(null, chunk);
    },
    flush(done) {
      done(sum.digest('hex') === hash ? null : new AppError('object_missing'));
    },
  });
  source.once('error', (error) => checked.destroy(error));
  checked.once('close', () => source.destroy());
  return source.pipe(checked);
}

/** The holder's name as the name of the attached file. */
export function attachmentName(holder: string): string {
  return `${isolated(fileNameText(holder, 'certificate', 100))}.pdf`;
}
