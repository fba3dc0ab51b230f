import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError, isAppError } from '@sello/kit';
import type { BlobDriver, Blobs } from './blobs.ts';
import { concat } from './concat.ts';
import { openFilesystemBlobs } from './filesystem.ts';
import { checkKey, checkPrefix } from './key.ts';
import { openS3Blobs, type S3Settings } from './s3.ts';

export interface BlobsOptions {
  /** A folder, or `s3://bucket`. */
  url: string;
  /** Needed for a bucket. */
  s3?: S3Settings;
}

/** Opens the object store that a URL names. It connects at the first call. Throws TypeError for an invalid URL. */
export function openBlobs({ url, s3 }: BlobsOptions): Blobs {
  return blobsOn(openDriver(url, s3));
}

function openDriver(url: string, s3: S3Settings | undefined): BlobDriver {
  const bucket = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url)?.[1];
  if (bucket !== undefined) {
    if (s3 === undefined) throw new TypeError('s3:// needs S3_REGION, S3_ACCESS_KEY and S3_SECRET_KEY');
    return openS3Blobs(bucket, s3);
  }
  if (/^[a-z0-9]+:\/\//i.test(url)) throw new TypeError('BLOBS must be a folder or s3://bucket');
  return openFilesystemBlobs(resolve(url));
}

function blobsOn(driver: BlobDriver): Blobs {
  const get: Blobs['get'] = async (key, options) => driver.get(checkKey(key), options);
  return {
    get,
    async put(key, body) {
      // A source may fail before the driver reads it; the driver gets that error when it reads.
      if (!(body instanceof Uint8Array)) body.once('error', () => undefined);
      return driver.put(checkKey(key), body);
    },
    async read(key, options) {
      const { stream } = await get(key, options);
      try {
        return await buffer(stream);
      } catch (error) {
        throw isAppError(error) ? error : new AppError('unavailable', { cause: error });
      }
    },
    head: async (key) => driver.head(checkKey(key)),
    delete: async (key) => driver.delete(checkKey(key)),
    list: (prefix) => driver.list(checkPrefix(prefix)),
    concat: (parts, options) => concat(get, parts, options),
    prepare: () => driver.prepare(),
    check: () => driver.check(),
    close: () => driver.close(),
  };
}
