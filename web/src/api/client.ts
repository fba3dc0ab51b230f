import {
  type Api,
  type BodyInputOf,
  type Call,
  type ProgressOf,
  progressLinesType,
  type QueryInputOf,
  type ReplyOf,
} from '@sello/contracts';

/** Few calls report their progress: how such an answer is read is no part of the first load. */
const readLines: typeof import('./progress-lines.ts').readLines = async (...given) =>
  (await import('./progress-lines.ts')).readLines(...given);

/** The code of a call that got no response. */
export const NETWORK_ERROR = 'NETWORK_ERROR';

/** The call that failed; its fallback text is `errors.fallback.<resource>.<key>`. */
export interface CallName {
  resource: string;
  key: string;
}

/** A failed call. `code` is from the contract's closed list, NETWORK_ERROR, or the code of an unknown server. */
export class ApiError extends Error {
  readonly code: string;
  /** The HTTP status; 0 when there was no response. */
  readonly status: number;
  readonly call: CallName;
  readonly details: Record<string, unknown> | undefined;
  readonly requestId: string | undefined;

  constructor(
    message: string,
    given: {
      code: string;
      status: number;
      call: CallName;
      details?: Record<string, unknown> | undefined;
      requestId?: string | undefined;
      cause?: unknown;
    },
  ) {
    super(message, { cause: given.cause });
    this.name = 'ApiError';
    this.code = given.code;
    this.status = given.status;
    this.call = given.call;
    this.details = given.details;
    this.requestId = given.requestId;
  }
}

export interface ClientDependencies {
  fetch: typeof globalThis.fetch;
  /** The current access token, refreshed shortly before it expires; `undefined` when signed out. */
  token: () => Promise<string | undefined>;
  /** The tenant of calls that name none; asked when a call is made. */
  tenantId: () => string | null;
  /** Called on a 401: the session may have ended elsewhere. */
  onUnauthenticated: () => void;
  /** Awaited before the error of a response is thrown; its own failure is ignored. */
  beforeError?: () => Promise<void>;
  /** Called on every response, so that a page can show when the server last answered. */
  onAnswer?: () => void;
  /** Called when a request got no response. */
  onSilence?: () => void;
}

export type CallInput<C extends Call> = (QueryInputOf<C> extends undefined
  ? { query?: undefined }
  : { query: QueryInputOf<C> }) &
  (BodyInputOf<C> extends undefined ? { body?: undefined } : { body: BodyInputOf<C> }) & {
    /** The one file of a multipart call. */
    file?: File;
    /** The tenant of this call, `null` for none; defaults to the active one at the time at which the call is made. */
    tenantId?: string | null;
    /** Makes a retry of the same request idempotent. Defaults to a new key. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Called while the call runs, of one with `progress`. */
    onProgress?: (progress: ProgressOf<C>) => void;
    /** The request goes on when the page is left. Browsers allow 64 KB of bodies at a time. */
    keepalive?: boolean;
    /** Known already, so that the request leaves without waiting for it, as while a page is being left. */
    accessToken?: string;
  };

/** With `nullOn` a 404 is a valid answer: an empty list for calls that return a list, else `null`. */
export type Answer<C extends Call> = C extends { nullOn: string }
  ? ReplyOf<C> extends readonly unknown[]
    ? ReplyOf<C>
    : ReplyOf<C> | null
  : ReplyOf<C>;

type CallArguments<C extends Call> =
  QueryInputOf<C> extends undefined
    ? BodyInputOf<C> extends undefined
      ? [input?: CallInput<C>]
      : [input: CallInput<C>]
    : [input: CallInput<C>];

export interface Client {
  call<Calls extends Record<string, Call>, Key extends keyof Calls & string>(
    api: Api<Calls>,
    key: Key,
    ...input: CallArguments<Calls[Key]>
  ): Promise<Answer<Calls[Key]>>;
}

/** The URL of a call: the function and the type of settings are query parameters. */
export function addressOf(resource: string, key: string, call: Call, query?: object): string {
  const parameters = new URLSearchParams({ fn: call.fn ?? key });
  if (call.type) parameters.set('type', call.type);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') parameters.set(name, String(value));
  }
  return `/api/${resource}?${parameters}`;
}

export function createClient(dependencies: ClientDependencies): Client {
  const send = async (api: Api, key: string, input: LooseInput = {}): Promise<unknown> => {
    const call = api.calls[key];
    if (!call) throw new Error(`No call ${api.resource}.${key}`);
    const name: CallName = { resource: api.resource, key };
    // Before anything is waited for: the person may choose another tenant meanwhile.
    const { tenantId = dependencies.tenantId() } = input;
    const request = await requestOf(call, { ...input, tenantId }, dependencies);
    let response: Response;
    try {
      response = await dependencies.fetch(addressOf(api.resource, key, call, input.query), request);
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      dependencies.onSilence?.();
      throw new ApiError('The server did not answer', { code: NETWORK_ERROR, status: 0, call: name, cause });
    }
    dependencies.onAnswer?.();
    if (response.ok && call.bytes) return new Uint8Array(await response.arrayBuffer());
    const isLines = response.headers.get('content-type')?.startsWith(progressLinesType) && response.body;
    const { status, answer } = isLines
      ? await readLines(response.body!, input.onProgress).catch((cause: unknown) => {
          if (input.signal?.aborted) throw cause;
          throw new ApiError('The answer ended early', { code: NETWORK_ERROR, status: 0, call: name, cause });
        })
      : { status: response.status, answer: await readJson(response) };
    if (status < 300) return answer;
    if (status === 404 && call.nullOn && codeOf(answer) === call.nullOn) {
      return call.reply.type === 'array' ? [] : null;
    }
    if (status === 401) dependencies.onUnauthenticated();
    await dependencies.beforeError?.().catch(() => undefined);
    throw errorOf(status, answer, call.fallback, name);
  };
  return { call: send as Client['call'] };
}

interface LooseInput {
  query?: object | undefined;
  body?: unknown;
  file?: File;
  tenantId?: string | null;
  idempotencyKey?: string;
  signal?: AbortSignal;
  onProgress?: (progress: unknown) => void;
  keepalive?: boolean;
  accessToken?: string;
}

async function requestOf(
  call: Call,
  input: LooseInput,
  dependencies: ClientDependencies,
): Promise<RequestInit> {
  const headers = new Headers({
    accept: input.onProgress ? `${progressLinesType}, application/json` : 'application/json',
  });
  if (call.access.kind !== 'public') {
    const token = input.accessToken ?? (await dependencies.token());
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (input.tenantId) headers.set('x-tenant-id', input.tenantId);
  }
  if (call.batch) headers.set('prefer', 'respond-async');
  if (call.idempotent) headers.set('idempotency-key', input.idempotencyKey ?? crypto.randomUUID());
  const request: RequestInit = { method: call.method, headers, credentials: 'same-origin' };
  if (input.signal) request.signal = input.signal;
  if (input.keepalive) request.keepalive = true;
  if (input.file && call.multipart) request.body = formOf(call.multipart.field, input);
  else if (input.body !== undefined) {
    headers.set('content-type', 'application/json');
    request.body = JSON.stringify(input.body);
  }
  return request;
}

function formOf(field: string, input: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((input.body as object | undefined) ?? {})) {
    if (value !== undefined) form.set(name, String(value));
  }
  form.set(field, input.file!, input.file!.name);
  return form;
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch(() => '');
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A proxy may answer with HTML; the status is enough then.
    return undefined;
  }
}

function codeOf(answer: unknown): string | undefined {
  const code = (answer as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

function errorOf(status: number, answer: unknown, fallback: string, call: CallName): ApiError {
  const body = (answer ?? {}) as { error?: unknown; details?: unknown; requestId?: unknown };
  return new ApiError(typeof body.error === 'string' && body.error ? body.error : fallback, {
    code: codeOf(answer) ?? `HTTP_${status}`,
    status,
    call,
    details: typeof body.details === 'object' && body.details ? { ...body.details } : undefined,
    requestId: typeof body.requestId === 'string' ? body.requestId : undefined,
  });
}
