import { join } from 'node:path';
import { type OwnSite, ownSiteMeta } from '@sello/contracts';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { fontBytes, fontList } from '../../../tests/font-answers.ts';
import { answersOf, callOf } from './answers.ts';
import type { Fixture } from './fixture.ts';

const thumbnail = (name: string): string =>
  join(import.meta.dirname, `../../../packages/design/thumbnails/en/${name}.png`);
/** Stands in for the picture of a certificate. */
const pagePicture = thumbnail('certificate-of-completion');
/** Stands in for every logo. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640"><g fill="none" stroke="#1d1b16" stroke-width="18"><path d="M60 480 250 170l95 135 72-75 170 250"/><path d="M50 550h540M188 268l68 55 68-68" stroke-width="11"/></g></svg>`;
/** The pictures of templates, by the digit in their URL. */
const thumbnails = [
  ...['certificate-of-completion', 'short-course', 'attendance', 'diploma', 'honourable-mention'].map(
    thumbnail,
  ),
  pagePicture,
];

/**
 * Overrides for single calls, by `resource fn`: a status and a body, an answer that never comes, a network error, or what
 * depends on the URL.
 */
export type Overrides = Record<string, Override | ((url: URL) => Override)>;
type Override = { status?: number; body: unknown } | 'never' | 'offline';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const user = {
  id: 'rosa',
  aud: 'authenticated',
  role: 'authenticated',
  email: 'rosa.ccori@cordillera.example',
  app_metadata: {},
  user_metadata: { full_name: 'Rosa Ccori' },
  identities: [],
  created_at: '2026-01-01T00:00:00Z',
};

/** A session of the fixture's person that is good for some seconds. */
export function sessionOf(fixture: Fixture, lifetime: number): object {
  const token = `${part({ alg: 'ES256' })}.${part({ sub: user.id, app_metadata: { permissions: fixture.permissions, roles: fixture.roles, tenantId: fixture.tenants[0]?._id ?? null } })}.x`;
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: Math.floor(Date.now() / 1000) + lifetime,
    refresh_token: 'handle',
    user,
  };
}

/** Stores a session; unless said otherwise it expires far in the future, so the auth client does not refresh it. */
export async function signIn(
  context: BrowserContext,
  fixture: Fixture,
  { lifetime = 36_000 } = {},
): Promise<void> {
  await context.addInitScript(
    (session) => localStorage.setItem('sello.session', session),
    JSON.stringify(sessionOf(fixture, lifetime)),
  );
}

/** Answers every request by interception in the browser, so no server is needed. */
export async function mockServer(page: Page, fixture: Fixture, overrides: Overrides = {}): Promise<void> {
  await page.route(/\/api\//, (route) => answer(route, fixture, overrides));
  await page.route(/\/auth\/v1\//, (route) => route.fulfill({ json: user }));
  await page.route(/\/assets\/thumb-\d/, (route) => {
    const [, place] = /thumb-(\d)/.exec(route.request().url())!;
    return route.fulfill({ contentType: 'image/png', path: thumbnails[Number(place)]! });
  });
  await page.route(/\/images\/logo-\d/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: logo }),
  );
  await page.route(/\/c\/.*\.png$/, (route) =>
    route.fulfill({ contentType: 'image/png', headers: { 'page-size': '842 595' }, path: pagePicture }),
  );
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    socket.send('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":100000}');
    socket.onMessage((message) => {
      if (String(message).startsWith('40')) socket.send('40{"sid":"b"}');
    });
  });
}

/** Serves documents as on an organization's own host, whose server tells the page where it is. */
export async function serveAsOwnHost(page: Page, site: OwnSite): Promise<void> {
  const data = JSON.stringify(site).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await page.route('**/*', async (route) => {
    const request = route.request();
    if (request.resourceType() !== 'document') return route.fallback();
    const { origin, pathname } = new URL(request.url());
    const file = /^\/verify(\/|$)/.test(pathname) ? '/pages/verify.own.html' : '/index.html';
    const response = await route.fetch({ url: `${origin}${file}` });
    const body = (await response.text()).replace(
      '</head>',
      () => `<meta name="${ownSiteMeta}" content="${data}" /></head>`,
    );
    await route.fulfill({ response, body });
  });
}

/** The renderer's fonts with a family of the organization's own, in the files of another, and packs that are absent. */
async function fontsOfOrganization(): Promise<object> {
  const shared = (await fontList()) as { families: { family: string; faces: { sha256: string }[] }[] };
  const { faces } = shared.families.find(({ family }) => family === 'Gentium Book Plus')!;
  const own = { family: 'Cordillera Titular', kind: 'own', faces: faces.slice(0, 2) };
  const about = { family: own.family, fileName: 'CordilleraTitular.otf', size: 118_000, characters: 512 };
  return {
    families: [...shared.families, own],
    packs: [
      { name: 'Noto Serif JP', state: 'absent', size: 34_884_390 },
      { name: 'Noto Sans SC', state: 'absent', size: 56_954_252 },
    ],
    own: own.faces.map((face, place) => ({
      ...{ ...about, ...face, _id: String(place).padStart(24, '0'), createdAt: '2026-11-04T15:00:00Z' },
    })),
  };
}

/** What the editor fetches: the renderer's own fonts, and a picture for every image. */
async function fileOf(name: string, url: URL): Promise<Parameters<Route['fulfill']>[0]> {
  if (name === 'assets file' || name === 'certificates preflight-picture')
    return { contentType: 'image/png', path: pagePicture };
  if (name === 'fonts list') return { json: await fontsOfOrganization() };
  if (name !== 'fonts file') return undefined;
  const bytes = await fontBytes(url.searchParams.get('sha256') ?? '');
  return bytes ? { contentType: 'font/sfnt', body: Buffer.from(bytes) } : { status: 404 };
}

async function answer(route: Route, fixture: Fixture, overrides: Overrides): Promise<void> {
  const url = new URL(route.request().url());
  const name = callOf(url);
  const given = overrides[name];
  const own = typeof given === 'function' ? given(url) : given;
  if (own === 'never') return;
  if (own === 'offline') return route.abort();
  if (own) return route.fulfill({ status: own.status ?? 200, json: own.body });
  const file = await fileOf(name, url);
  if (file) return route.fulfill(file);
  const body = answersOf(fixture)[name];
  if (body === undefined)
    return route.fulfill({
      status: 404,
      json: { error: 'Invalid function', code: 'invalid_function', requestId: name },
    });
  return route.fulfill({ json: body });
}
