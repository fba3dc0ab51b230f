export type { BlobInfo, BlobPart, Blobs, ByteRange } from './blobs.ts';
export { type BlobsOptions, openBlobs } from './open.ts';
export type { S3Settings } from './s3.ts';
