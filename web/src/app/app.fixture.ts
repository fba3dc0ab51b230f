import type * as Client from 'react-dom/client';
import { vi } from 'vitest';
import { answersOf, callOf } from '../../scripts/shots/answers.ts';
import type { Fixture } from '../../scripts/shots/fixture.ts';

/** A signed-in browser, as the auth client stores it. */
export interface StoredSession {
  access_token: string;
  refresh_token: string;
  token_type: 'bearer';
  expires_in: number;
  expires_at: number;
  user: { id: string; email: string; aud: string; app_metadata: object; user_metadata: object };
}

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A session of a person, with these `app_metadata` in its token. `number` tells one token from another. */
export function sessionOf(
  name: string,
  {
    metadata = {},
    number = 1,
    seconds = 36_000,
  }: { metadata?: object; number?: number; seconds?: number } = {},
): StoredSession {
  const expires_at = Math.floor(Date.now() / 1_000) + seconds;
  const claims = { sub: name, exp: expires_at, app_metadata: metadata, number };
  return {
    access_token: `${part({ alg: 'ES256' })}.${part(claims)}.x`,
    refresh_token: `handle-${number}`,
    token_type: 'bearer',
    expires_in: seconds,
    expires_at,
    user: {
      id: name,
      email: `${name}@example.org`,
      aud: 'authenticated',
      app_metadata: metadata,
      user_metadata: { full_name: name },
    },
  };
}

/** A request of the app: `resource fn` or the path under `/auth/v1`, and whose token it carried. */
export interface SentRequest {
  call: string;
  token: string | undefined;
  tenantId: string | undefined;
  method: string;
  /** Of a sign-out. */
  scope: string | undefined;
}

type Reply = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }> | 'offline';
/** The answer to a request, `undefined` for that of the fixture. */
export type Server = (request: SentRequest) => Reply | undefined;

export interface OpenedApp {
  sent: SentRequest[];
  /** Waits until the expectation holds. */
  see: (expectation: () => unknown) => Promise<void>;
  page: () => string;
  header: () => string;
  close: () => void;
}

/** Starts the whole app in jsdom at a path, in a browser that stores this session and what else it kept. */
export async function openApp(
  path: string,
  fixture: Fixture,
  stored: StoredSession | undefined,
  server: Server = () => undefined,
  kept: Record<string, string> = {},
): Promise<OpenedApp> {
  vi.resetModules();
  const roots: Client.Root[] = [];
  vi.doMock('react-dom/client', async (original) => {
    const client = await original<typeof Client>();
    return {
      ...client,
      createRoot: (...given: Parameters<typeof client.createRoot>) => {
        const root = client.createRoot(...given);
        roots.push(root);
        return root;
      },
    };
  });
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('CSS', { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&'), supports: () => false });
  const sent: SentRequest[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input, location.origin);
    const headers = new Headers(init?.headers);
    const request: SentRequest = {
      call: callOf(url),
      token: headers.get('authorization')?.replace('Bearer ', ''),
      tenantId: headers.get('x-tenant-id') ?? undefined,
      method: init?.method ?? 'GET',
      scope: url.searchParams.get('scope') ?? undefined,
    };
    sent.push(request);
    const own = await server(request);
    if (own === 'offline') throw new TypeError('Failed to fetch');
    const known = request.call === 'user' ? stored?.user : answersOf(fixture)[request.call];
    const body = own === undefined ? known : own.body;
    const status = own?.status ?? (body === undefined ? 404 : 200);
    if (status === 204) return new Response(null, { status });
    return Response.json(body ?? { error: 'x', code: 'invalid_function' }, { status });
  });
  localStorage.clear();
  if (stored) localStorage.setItem('sello.session', JSON.stringify(stored));
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  history.replaceState(null, '', path);
  document.body.innerHTML = '<div id="root"></div>';
  const { start } = await import('./start.tsx');
  await start();
  const text = (selector: string): string => document.querySelector(selector)?.textContent ?? '';
  return {
    sent,
    see: async (expectation) => void (await vi.waitFor(expectation, { interval: 20 })),
    page: () => text('main'),
    header: () => text('header'),
    close: () => {
      for (const root of roots) root.unmount();
      document.body.innerHTML = '';
      localStorage.clear();
      vi.doUnmock('react-dom/client');
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
    },
  };
}

/** What another tab of this browser tells this one: the auth client of that tab has stored the session before. */
export function fromOtherTab(event: string, session: StoredSession | null): void {
  if (session) localStorage.setItem('sello.session', JSON.stringify(session));
  else localStorage.removeItem('sello.session');
  const channel = new BroadcastChannel('sello.session');
  channel.postMessage({ event, session });
  channel.close();
}
