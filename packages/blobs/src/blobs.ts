import type { Readable } from 'node:stream';

/** Bytes `offset <= n < offset + length` of an object or of a file made of several. */
export interface ByteRange {
  offset: number;
  length: number;
}

/** A piece of an object. */
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
 * Objects by key. A key is made of segments of `A-Z a-z 0-9 . _ -` between slashes; a segment starts with a letter
 * or digit. Every call throws AppError: `object_missing` when there is no such object (or it is shorter than asked),
 * `unavailable` when the store cannot be reached or refuses.
 */
export interface Blobs {
  /** Stores bytes or a stream atomically; durable when it resolves; replaces what was there. */
  put(key: string, body: Uint8Array | Readable): Promise<{ size: number }>;
  /** The object, or a range of it, as a stream. `size` is that of the whole object. */
  get(key: string, options?: { range?: ByteRange }): Promise<{ stream: Readable; size: number }>;
  /** The object, or a range of it, in memory. */
  read(key: string, options?: { range?: ByteRange }): Promise<Buffer>;
  /** `undefined` when there is no such object. */
  head(key: string): Promise<BlobInfo | undefined>;
  /** Deleting a missing object is no error. */
  delete(key: string): Promise<void>;
  /** Every object whose key starts with the prefix, in no promised order. The prefix may end within a segment. */
  list(prefix: string): AsyncIterable<BlobInfo>;
  /** Parts as the one file they make, or a range of that file. Objects are opened one after the other, when reached. */
  concat(parts: readonly BlobPart[], options?: { range?: ByteRange }): Readable;
  /** Creates the folder or the bucket if it is missing. The first write does so too. */
  prepare(): Promise<void>;
  /** Resolves when objects can be read and written; for readiness. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The interface of a driver; `list` and the rest of Blobs are built on it. */
export type BlobDriver = Pick<
  Blobs,
  'put' | 'get' | 'head' | 'delete' | 'list' | 'prepare' | 'check' | 'close'
>;
