import type { BlobPart } from '@sello/blobs';
import type { CertificateRecord } from '@sello/store';

/** The pieces that make up an issued file: its template's prefix and its own tail. */
export function filePartsOf({ prefix, pack }: Pick<CertificateRecord, 'prefix' | 'pack'>): BlobPart[] {
  return [
    { key: prefix.key, offset: 0, length: prefix.size },
    { key: pack.key, offset: pack.offset, length: pack.length },
  ];
}
