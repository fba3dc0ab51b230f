export type { BlobInfo, BlobPart, Blobs, ByteRange } from './blobs.ts';
export { type BlobsConfig, blobsOptionsFrom } from './from-config.ts';
export { type BlobsOptions, openBlobs } from './open.ts';
export type { S3Settings } from './s3.ts';
