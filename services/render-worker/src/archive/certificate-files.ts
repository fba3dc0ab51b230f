import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Blobs } from '@sello/blobs';
import { AppError } from '@sello/kit';
import { type CertificateRecord, type Store, withCurrentPack } from '@sello/store';
import { SingleFlightCache } from '../single-flight.ts';
import { continueCrc } from './zip.ts';

/** The bytes of an issued file, in the two pieces they are stored as, and the CRC-32 of both together. */
export interface CertificateFile {
  prefix: Uint8Array;
  tail: Uint8Array;
  crc32: number;
}

export interface CertificateFiles {
  /**
   * Reads a file and compares it with the hash it was issued with; a file that is missing or changed throws
   * `object_missing`, and one that was erased meanwhile `issued_not_found`. Prefixes and packs are cached for the next files, up to 64 and 16 MiB.
   */
  read(certificate: CertificateRecord): Promise<CertificateFile>;
}

interface Prefix {
  bytes: Buffer;
  hash: Hash;
  crc32: number;
}

const maxPrefixBytes = 64 * 1024 * 1024;
const maxPackBytes = 16 * 1024 * 1024;

export function createCertificateFiles(
  blobs: Blobs,
  certificates: Pick<Store['certificates'], 'get'>,
): CertificateFiles {
  const prefixes = new SingleFlightCache<Prefix>({
    maxWeight: maxPrefixBytes,
    weightOf: ({ bytes }) => bytes.byteLength,
  });
  const packs = new SingleFlightCache<Buffer>({
    maxWeight: maxPackBytes,
    weightOf: (bytes) => bytes.byteLength,
  });

  async function readPrefix(key: string): Promise<Prefix> {
    const bytes = await blobs.read(key);
    return { bytes, hash: createHash('sha256').update(bytes), crc32: crc32(bytes) };
  }

  async function readFile({ _id, prefix, pack, hash }: CertificateRecord): Promise<CertificateFile> {
    const [start, tails] = await Promise.all([
      prefixes.get(prefix.key, () => readPrefix(prefix.key)),
      packs.get(pack.key, () => blobs.read(pack.key)),
    ]);
    const tail = tails.subarray(pack.offset, pack.offset + pack.length);
    if (start.hash.copy().update(tail).digest('hex') !== hash) {
      throw new AppError('object_missing', {
        cause: new Error(`file of certificate ${_id} does not match the issued hash`),
      });
    }
    return { prefix: start.bytes, tail, crc32: continueCrc(start.crc32, tail) };
  }

  return { read: (certificate) => withCurrentPack(certificates, certificate, readFile) };
}
