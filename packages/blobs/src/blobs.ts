import type { Readable } from 'node:stream';

/** Bytes `offset <= n < offset + length` of an object, or of a file that consists of several objects. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** A range of an object. */
export interface BlobPart extends ByteRange {
  key: string;
}

export interface BlobInfo {
  key: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/**
 * Objects by key. A key consists of segments of `A-Z a-z 0-9 . _ -` separated by slashes; a segment starts with a
 * letter or digit. Calls throw AppError `object_missing` when there is no such object (or it is shorter than the range),
 * `unavailable` when the store is unreachable or refuses the call, and TypeError for a malformed key.
 */
export interface Blobs {
  /** Stores bytes or a stream atomically and replaces an existing object. Durable when it resolves. `size` is in bytes. */
  put(key: string, body: Uint8Array | Readable): Promise<{ size: number }>;
  /** The object, or a range of it, as a stream. `size` is that of the complete object. */
  get(key: string, options?: { range?: ByteRange }): Promise<{ stream: Readable; size: number }>;
  /** The object, or a range of it, in memory. */
  read(key: string, options?: { range?: ByteRange }): Promise<Buffer>;
  /** `undefined` when there is no such object. */
  head(key: string): Promise<BlobInfo | undefined>;
  /** Idempotent: deleting a missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Every object whose key starts with the prefix, in any order. The prefix may end within a segment. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** Streams the concatenated parts, or a range of them. Each object is opened when the stream reaches it. */
  concat(parts: readonly BlobPart[], options?: { range?: ByteRange }): Readable;
  /** Creates the folder or the bucket if it is missing. The first write does this too. */
  prepare(): Promise<void>;
  /** Resolves when objects can be read and written; for readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** What a driver implements; the rest of Blobs is built on it. */
export type BlobDriver = Pick<
  Blobs,
  'put' | 'get' | 'head' | 'delete' | 'list' | 'prepare' | 'check' | 'close'
>;
