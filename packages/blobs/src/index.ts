export type { BlobInfo, BlobPart, Blobs, ByteRange } from './blobs.ts';
export { type BlobsConfig, blobsOptionsFrom } from './from-config.ts';
export { giveBucket } from './give-bucket.ts';
export { createObjectStoreGuard, type KnownObjectStore, type ObjectStoreGuard } from './guard.ts';
export { markerKey } from './marker.ts';
export { type BlobsOptions, openBlobs } from './open.ts';
export type { S3Settings } from './s3.ts';
export * from './student-imports.ts';
export { importKeys, preflightKeys, preflightOf, previewKeys, temporaryFolder } from './temporary.ts';
