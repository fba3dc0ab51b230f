import type { Secret } from '@sello/kit';
import type { BlobsOptions } from './open.ts';

/** The variables BLOBS and S3_* of a service's configuration. */
export interface BlobsConfig {
  readonly BLOBS: string;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY?: string | undefined;
  readonly S3_SECRET_KEY?: Secret | undefined;
}

/** The object store that a service's configuration names, for `openBlobs`. */
export function blobsOptionsFrom(config: BlobsConfig): BlobsOptions {
  const { BLOBS, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY, S3_SECRET_KEY } = config;
  if (S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined) return { url: BLOBS };
  const s3 = { region: S3_REGION, accessKey: S3_ACCESS_KEY, secretKey: S3_SECRET_KEY.reveal() };
  return { url: BLOBS, s3: S3_ENDPOINT === undefined ? s3 : { ...s3, endpoint: S3_ENDPOINT } };
}
