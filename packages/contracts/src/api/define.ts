import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { withFieldError } from '../field-error.ts';
import type { BodyCounts } from '../limits.ts';
import type { Permission } from '../permissions.ts';
import { id } from '../scalars.ts';

/** Who may make a call. `tenant` requires an active membership of the request's tenant and one of the permissions. */
export type Access =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'superAdmin' }
  | {
      kind: 'tenant';
      anyOf: readonly Permission[];
      /** The error of a member who has none of them; default: `forbidden`. */
      refusedWith?: ErrorCode;
      /** The call is not about the tenant's own data: a super admin may make it without naming one. */
      orSuperAdmin?: true;
      /** Only owners, and super admins. */
      ownersOnly?: true;
      /** Also while the organization is deleted and can be restored. */
      whileDeleted?: true;
    };

// `satisfies` keeps the literal kinds, by which the context of a handler is typed.
export const publicAccess = { kind: 'public' } as const satisfies Access;
export const sessionAccess = { kind: 'session' } as const satisfies Access;
export const superAdminAccess = { kind: 'superAdmin' } as const satisfies Access;
export const withPermission = (...anyOf: Permission[]) =>
  ({ kind: 'tenant', anyOf }) as const satisfies Access;

export const orSuperAdmin = (...anyOf: Permission[]) =>
  ({ kind: 'tenant', anyOf, orSuperAdmin: true }) as const satisfies Access;

export const forOwners = (options: { whileDeleted?: true } = {}) =>
  ({ kind: 'tenant', anyOf: ['settings.edit'], ownersOnly: true, ...options }) as const satisfies Access;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface Call {
  /** The value of the query parameter `fn`; default: the call's key in the API. */
  fn?: string;
  /** The value of the query parameter `type`, by which the specification distinguishes the settings calls. */
  type?: string;
  method: Method;
  access: Access;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Bytes; default: `limits.jsonBody`. */
  bodyLimit?: number;
  /** Limits of the JSON structure; default: `bodyCounts.small`. */
  bodyCounts?: BodyCounts;
  /**
   * A multipart body with one file in the part `field`, at most `limit` bytes, stored on disk; text fields are parsed. A
   * larger file is `tooLarge` {max} in MB, default `payload_too_large`.
   */
  multipart?: { field: string; limit: number; tooLarge?: ErrorCode };
  /**
   * The media type of an answer that is bytes instead of JSON; what was answered once never changes, except with
   * `download`.
   */
  bytes?: string;
  /** The bytes are a file made for this request, with a name. */
  download?: true;
  reply: z.ZodType;
  /** A 404 with this code is a result, not an error: the client returns `null` (or an empty list). */
  nullOn?: ErrorCode;
  /**
   * English message for a response without an error body; translated by `errors.fallback.<resource>.<key>` in the web.
   */
  fallback: string;
  /**
   * How far the call is. With `Accept: application/x-ndjson` the answer may be lines of JSON: `{progress}` while it runs,
   * then `{reply}`, or `{status, error}` with the body of the error. A caller who leaves ends the call.
   */
  progress?: z.ZodType;
  /** The call issues, sends or creates something, so `Idempotency-Key` is supported. */
  idempotent?: boolean;
  /** With `Prefer: respond-async` the response is 202 `{ batchId }`. */
  batch?: boolean;
}

export interface Api<Calls extends Record<string, Call> = Record<string, Call>> {
  resource: string;
  calls: Calls;
  /** The error of an unknown `fn`; default: `invalid_function`. */
  unknownFunction?: ErrorCode;
}

export function defineApi<const Calls extends Record<string, Call>>(
  resource: string,
  calls: Calls,
  more: Pick<Api, 'unknownFunction'> = {},
): Api<Calls> {
  return { resource, calls, ...more };
}

type Parsed<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;
type Given<Schema, Otherwise> = Schema extends z.ZodType ? z.input<Schema> : Otherwise;

/** The parsed query and body, as handlers receive them. */
export type QueryOf<C extends Call> = Parsed<C['query'], Record<string, never>>;
export type BodyOf<C extends Call> = Parsed<C['body'], undefined>;
/** Query and body as clients send them. */
export type QueryInputOf<C extends Call> = Given<C['query'], undefined>;
export type BodyInputOf<C extends Call> = Given<C['body'], undefined>;
export type ReplyOf<C extends Call> = Parsed<C['reply'], undefined>;
export type ProgressOf<C extends Call> = Parsed<C['progress'], never>;

/** The query of a list. The response is one page; without `limit` it has all items. */
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

/** An id in a query or body; a malformed id gives the same error as an unknown one. */
export const idOf = (wrong: ErrorCode) => withFieldError(id, { missing: 'missing_id', wrong });

/** At most 200 ids in a query, separated by commas. */
export const idList = z.string().regex(/^[0-9a-f]{24}(,[0-9a-f]{24}){0,199}$/);

export const done = z.object({ success: z.literal(true) });

/** The response of a call that continues as a batch. */
export const accepted = z.object({ batchId: z.string() });
