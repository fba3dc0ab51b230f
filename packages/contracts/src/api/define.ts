import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { withFieldError } from '../field-error.ts';
import type { BodyCounts } from '../limits.ts';
import type { Permission } from '../permissions.ts';
import { id } from '../scalars.ts';

/** Who may make a call. `tenant` demands membership of the named tenant and any one of the permissions. */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'superAdmin' }
  | { kind: 'tenant'; anyOf: readonly Permission[] };

// The narrow kinds stay visible in the types, so that a handler's context can be typed by its call's access.
export const publicAccess = { kind: 'public' } as const satisfies Access;
export const sessionAccess = { kind: 'session' } as const satisfies Access;
export const superAdminAccess = { kind: 'superAdmin' } as const satisfies Access;
export const withPermission = (...anyOf: Permission[]) =>
  ({ kind: 'tenant', anyOf }) as const satisfies Access;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call {
  /** The value of the query parameter `fn`; the call's own key in the API when left out. */
  fn?: string;
  /** The value of the query parameter `type`, for the settings calls that the specification tells apart by it. */
  type?: string;
  method: Method;
  access: Access;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bytes; `limits.jsonBody` when left out. */
  bodyLimit?: number;
  /** What its JSON may consist of; `bodyCounts.small` when left out. */
  bodyCounts?: BodyCounts;
  /** `multipart`: one file part of this name arrives on disk beside the parsed text fields. */
  multipart?: { field: string; limit: number };
  reply: z.ZodType;
  /** A 404 with this code is an answer, not a fault: the client turns it into `null` (or an empty list). */
  nullOn?: ErrorCode;
  /** English toast when the server's answer says nothing better; `errors.fallback.<resource>.<key>` in the web. */
  fallback: string;
  /** The call issues, sends or makes a record: `Idempotency-Key` is honoured. */
  idempotent?: boolean;
  /** With `Prefer: respond-async` it answers 202 `{ batchId }`. */
  batch?: boolean;
}

export interface Api<Calls extends Record<string, Call> = Record<string, Call>> {
  resource: string;
  calls: Calls;
}

export function defineApi<const Calls extends Record<string, Call>>(
  resource: string,
  calls: Calls,
): Api<Calls> {
  return { resource, calls };
}

type Parsed<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;
type Given<Schema, Otherwise> = Schema extends z.ZodType ? z.input<Schema> : Otherwise;

/** What a handler gets: query and body parsed into one value each. */
export type QueryOf<C extends Call> = Parsed<C['query'], Record<string, never>>;
export type BodyOf<C extends Call> = Parsed<C['body'], undefined>;
/** What a caller writes. */
export type QueryInputOf<C extends Call> = Given<C['query'], undefined>;
export type BodyInputOf<C extends Call> = Given<C['body'], undefined>;
export type ReplyOf<C extends Call> = Parsed<C['reply'], undefined>;

/** Lists answer a page; without `limit` they answer everything. */
export const listQuery = z.object({
  search: z.string().trim().max(200).optional(),
  sort: z
    .string()
    .regex(/^-?[A-Za-z]+$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
  cursor: z.string().max(500).optional(),
});

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int(), nextCursor: z.string().nullable() });

/** An id in a query or body; one that cannot be an id names nothing, just as one that is unknown. */
export const idOf = (wrong: ErrorCode) => withFieldError(id, { missing: 'missing_id', wrong });

export const done = z.object({ success: z.literal(true) });

/** The answer of a call that went on as a batch. */
export const accepted = z.object({ batchId: z.string() });
