import type { Readable } from 'node:stream';
import type { Access, Api, BodyOf, Call, ProgressOf, QueryOf, Role } from '@sello/contracts';
import type { z } from 'zod';
import type { Context } from '../context.ts';
import type { Person } from './access.ts';
import type { WholeList } from './whole-list.ts';

/** An uploaded file. It is deleted from disk when the response ends. */
export interface UploadedFile {
  fileName: string;
  path: string;
  /** Bytes. */
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The network it came from. */
  client: string;
  read(): Promise<Uint8Array>;
}

interface AnyCall<C extends Call> {
  query: QueryOf<C>;
  body: BodyOf<C>;
  requestId: string;
  /** The address that the request came from. */
  address: string;
  /** On an organization's own host: whose certificates alone are found. */
  onlyTenantId: string | undefined;
  /**
   * Generated once per request and reused when an interrupted request is repeated: the id of the record that the call
   * creates (24 hex digits).
   */
  operationId: string;
  /** The file part of a multipart call. */
  file: UploadedFile | undefined;
  /** Tells the caller how far the call is, if the caller listens. */
  report(progress: ProgressOf<C>): void;
  /** Aborted when the caller of a call with `progress` has left before it was answered. */
  left: AbortSignal;
}
interface SessionCall<C extends Call> extends AnyCall<C> {
  person: Person;
}
interface TenantCall<C extends Call> extends SessionCall<C> {
  tenantId: string;
  roles: readonly Role[];
}

/** The input of a handler, by the access of its contract; a contract with the union type `Access` gets all fields. */
export type Incoming<C extends Call> = Access extends C['access']
  ? TenantCall<C>
  : C['access'] extends { kind: 'public' }
    ? AnyCall<C>
    : C['access'] extends { kind: 'tenant' }
      ? TenantCall<C>
      : SessionCall<C>;

/** A file that a call made for this request. */
export interface Download {
  stream: Readable;
  /** Bytes; absent when it is made while it is sent. */
  size?: number;
  fileName: string;
}

/**
 * The result of a handler. A call that creates a batch returns its id, and the HTTP layer waits for the batch. A list may
 * be streamed.
 */
export type Answer<C extends Call> = C['batch'] extends true
  ? { batchId: string }
  : C['download'] extends true
    ? Download
    : z.input<C['reply']> | Streamed<z.input<C['reply']>>;
type Streamed<Reply> = Reply extends { items: (infer Item)[] }
  ? WholeList<Item, Omit<Reply, 'items'>>
  : never;

/** Independent of HTTP: takes values, returns a reply in wire format, throws AppError. */
export type Handler<C extends Call> = (call: Incoming<C>, context: Context) => Promise<Answer<C>>;

export type Handlers<Calls extends Record<string, Call>> = { [Key in keyof Calls]: Handler<Calls[Key]> };

/** One call with its handler. */
export interface Endpoint {
  resource: string;
  key: string;
  call: Call;
  handle: (call: Incoming<Call>, context: Context) => Promise<unknown>;
}

/** Binds an API to its handlers. A contract without exactly one handler, or a handler without contract, does not compile. */
export function implement<Calls extends Record<string, Call>>(
  api: Api<Calls>,
  handlers: Handlers<Calls>,
): Endpoint[] {
  return Object.entries(api.calls).map(([key, call]) => ({
    resource: api.resource,
    key,
    call,
    handle: handlers[key] as unknown as Endpoint['handle'],
  }));
}
