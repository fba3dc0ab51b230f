import { setTimeout as pause } from 'node:timers/promises';
import type { Api, BodyInputOf, Call, ErrorCode, QueryInputOf, ReplyOf } from '@sello/contracts';
import type { Platform } from './platform.ts';
import { type Browser, openSession, type Session, tokenCall } from './session.ts';

/** An error response of the API, with the server's message. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: ErrorCode | string;
  readonly details: unknown;

  constructor(status: number, body: { error?: string; code?: string; details?: unknown }) {
    super(`${status} ${body.code ?? ''}: ${body.error ?? 'no message'}`);
    this.status = status;
    this.code = body.code ?? '';
    this.details = body.details;
  }
}

export interface CallInput<C extends Call> {
  /** Sent as `x-tenant-id`. */
  tenant?: string;
  query?: QueryInputOf<C>;
  body?: BodyInputOf<C>;
  /** Requests `202 {batchId}` where the call supports it. */
  isAsync?: boolean;
  idempotencyKey?: string;
}

/** The product's HTTP API as one signed-in person. */
export interface ApiClient {
  user: { id: string; email: string };
  /** A valid access token; refreshed automatically before it expires. */
  token(): Promise<string>;
  /** Calls the API by its contract, from which resource, `fn` and `type`, method, query and body are taken. */
  call<A extends Api, Key extends keyof A['calls'] & string>(
    api: A,
    key: Key,
    input?: CallInput<A['calls'][Key]>,
  ): Promise<ReplyOf<A['calls'][Key]>>;
  /** Sends any request with the session's token, for paths without a contract. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  signOut(): Promise<void>;
}

/** Refresh this long before the token expires, ms. */
const MARGIN = 60_000;

/** Signs a person in through the real OpenID Connect flow, without a browser window. */
export async function signIn(
  stack: Pick<Platform, 'app' | 'issuer'>,
  person: { email: string },
  options: ClientOptions = {},
): Promise<ApiClient> {
  const { session, browser } = await openSession(stack.app, stack.issuer.url, person.email);
  return client(stack.app, browser, session, options);
}

export interface ClientOptions {
  /** How long a call with the status 429 is retried after its `Retry-After`, ms (default 0). */
  retryForMs?: number;
}

function client(app: string, browser: Browser, first: Session, { retryForMs = 0 }: ClientOptions): ApiClient {
  let session = first;
  let until = Date.now() + first.expires_in * 1000;
  let refreshing: Promise<void> | null = null;

  const refresh = async (): Promise<void> => {
    session = await tokenCall(browser, app, 'refresh_token', { refresh_token: session.refresh_token });
    until = Date.now() + session.expires_in * 1000;
  };
  const token = async (): Promise<string> => {
    if (until - Date.now() < MARGIN) {
      refreshing ??= refresh().finally(() => {
        refreshing = null;
      });
      await refreshing;
    }
    return session.access_token;
  };
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${await token()}`);
    return browser.request(new URL(path, app), { ...init, headers });
  };
  return {
    user: first.user,
    token,
    fetch: request,
    async call(api, key, input = {}) {
      const call = api.calls[key]!;
      const headers = new Headers();
      if (input.tenant) headers.set('x-tenant-id', input.tenant);
      if (input.isAsync) headers.set('prefer', 'respond-async');
      if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
      if (input.body !== undefined) headers.set('content-type', 'application/json');
      const send = () =>
        request(`/api/${api.resource}?${search(call, key, input.query)}`, {
          method: call.method,
          headers,
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        });
      const giveUpAt = Date.now() + retryForMs;
      let response = await send();
      while (response.status === 429 && Date.now() < giveUpAt) {
        await response.body?.cancel();
        await pause(1_000 * Number(response.headers.get('retry-after') ?? 1));
        response = await send();
      }
      const text = await response.text();
      const reply = parse(text);
      if (!response.ok) throw new ApiProblem(response.status, reply as { error?: string; code?: string });
      return reply as never;
    },
    async signOut() {
      await request('/auth/v1/logout?scope=local', { method: 'POST' });
    },
  };
}

function search(call: Call, key: string, query: unknown): URLSearchParams {
  const params = new URLSearchParams({ fn: call.fn ?? key });
  if (call.type) params.set('type', call.type);
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) params.set(name, String(value));
  }
  return params;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { error: text.slice(0, 300) };
  }
}
