import { Readable } from 'node:stream';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError, times } from '@sello/kit';
import type { BlobDriver, BlobInfo, ByteRange } from './blobs.ts';
import { countBytes } from './count-bytes.ts';

export interface S3Settings {
  /** Default: AWS. */
  endpoint?: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

const partBytes = 8 * 1024 * 1024;

/**
 * Objects in a bucket of any S3 server: path-style addresses, checksums only where the server requires them, no
 * conditional writes and no lifecycle rules, because servers differ in these. A missing bucket is created.
 */
export function openS3Blobs(bucket: string, settings: S3Settings): BlobDriver {
  const client = new S3Client({
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    region: settings.region,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without timeouts a hanging server would block a job forever.
    requestHandler: { connectionTimeout: times.connectMs, socketTimeout: times.objectIdleMs },
  });
  let bucketReady: Promise<void> | undefined;

  function ensureBucket(): Promise<void> {
    bucketReady ??= makeBucket().catch((error: unknown) => {
      bucketReady = undefined;
      throw faultOf(error, bucket);
    });
    return bucketReady;
  }

  async function makeBucket(): Promise<void> {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      // 403: the access key may lack the permission for HeadBucket and still be allowed to use the bucket.
      if (statusOf(error) === 403) return;
      if (statusOf(error) !== 404) throw error;
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((reason: unknown) => {
        // 409: another process created it meanwhile.
        if (statusOf(reason) !== 409) throw reason;
      });
    }
  }

  async function put(key: string, body: Uint8Array | Readable): Promise<{ size: number }> {
    await ensureBucket();
    try {
      if (body instanceof Uint8Array) {
        await client.send(
          new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentLength: body.byteLength }),
        );
        return { size: body.byteLength };
      }
      const counted = countBytes(body);
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: counted.stream },
        partSize: partBytes,
        queueSize: 2,
      });
      await upload.done();
      return { size: counted.bytes() };
    } catch (error) {
      // The bucket was deleted at run time; the next write creates it again.
      if (statusOf(error) === 404) bucketReady = undefined;
      if (error instanceof AppError) throw error;
      throw new AppError('unavailable', { cause: new Error(`object ${key}`, { cause: error }) });
    }
  }

  async function get(
    key: string,
    { range }: { range?: ByteRange } = {},
  ): Promise<{ stream: Readable; size: number }> {
    // S3 has no empty range.
    const isEmpty = range?.length === 0;
    const last = range && range.offset + Math.max(range.length, 1) - 1;
    try {
      const answer = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(range && !isEmpty ? { Range: `bytes=${range.offset}-${last}` } : {}),
        }),
      );
      const stream = answer.Body as Readable;
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      if (range && range.offset + range.length > size) {
        stream.destroy();
        throw new AppError('object_missing', { cause: new Error(`${key} has ${size} bytes only`) });
      }
      return { stream: isEmpty ? ended(stream) : stream, size };
    } catch (error) {
      throw faultOf(error, key);
    }
  }

  async function head(key: string): Promise<BlobInfo | undefined> {
    try {
      const answer = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }));
      return { key, size: answer.ContentLength ?? 0, modifiedAt: answer.LastModified ?? new Date(0) };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw faultOf(error, key);
    }
  }

  async function* list(prefix: string): AsyncGenerator<BlobInfo> {
    let token: string | undefined;
    do {
      const page = await listPage(prefix, token);
      for (const object of page.Contents ?? []) {
        yield {
          key: object.Key ?? '',
          size: object.Size ?? 0,
          modifiedAt: object.LastModified ?? new Date(0),
        };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async function listPage(prefix: string, token: string | undefined) {
    try {
      await ensureBucket();
      return await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
      );
    } catch (error) {
      throw faultOf(error, prefix);
    }
  }

  return {
    put,
    get,
    head,
    list,
    async delete(key) {
      try {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
      } catch (error) {
        if (statusOf(error) !== 404) throw faultOf(error, key);
      }
    },
    prepare: ensureBucket,
    async check() {
      await ensureBucket();
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }));
      } catch (error) {
        if (statusOf(error) !== 403) throw faultOf(error, bucket);
      }
    },
    async close() {
      client.destroy();
    },
  };
}

function ended(stream: Readable): Readable {
  stream.destroy();
  return Readable.from([], { objectMode: false });
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

function faultOf(error: unknown, key: string): Error {
  if (error instanceof AppError) return error;
  const status = statusOf(error);
  // 416: the range begins beyond the end of the object.
  const isMissing = status === 404 || status === 416;
  return new AppError(isMissing ? 'object_missing' : 'unavailable', {
    cause: new Error(`object ${key}`, { cause: error }),
  });
}
