import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Api, apis, certificatePictureUrl, logoKey, publicRoutes } from '@sello/contracts';

/** Read as text: the web's modules need its own compiler settings. */
const table = readFileSync(join(import.meta.dirname, '../../../web/src/app/routes/table.ts'), 'utf8');
const { verify, reportMistake, confirmReport, acceptInvite } = publicRoutes;
const pagesOfTheWeb = [
  ...[...table.matchAll(/^ {4}path: '([^']+)'/gm)].map((match) => match[1]!),
  ...[verify, reportMistake, confirmReport, acceptInvite, '/join', '/auth/callback'],
];

export interface PathOfTheApp {
  path: string;
  method?: string;
  /** The statuses that the platform answers a stranger with. */
  platform: readonly number[];
  /** The statuses that an own host may answer with; 404 for what it does not serve. */
  ownHost: readonly number[];
}

const no = { ownHost: [404] } as const;
/** What is nowhere. */
const nowhere = { platform: [404], ...no } as const;
/** The platform answers with the application's document, which has a page for any path. */
const document = { platform: [200], ...no } as const;
/** Pages that an own host serves as well. */
const shared: readonly string[] = [verify, reportMistake, confirmReport, acceptInvite, '/join'];

/** Files of the server's own, and pages of the staff, by every spelling that somebody between may read as another path. */
const spellings = [
  ...['/pages/landing.en.html', '/server/verify.js', '/.vite/manifest.json'].flatMap((path) => {
    const [, folder, file] = path.split('/') as [string, string, string];
    return [
      path,
      ...[
        `/assets/..%2f${folder}%2f${file}`,
        `/assets/..%5c${folder}%5c${file}`,
        `/assets/%2e%2e/${folder}/${file}`,
      ],
      ...[`/assets/../${folder}/${file}`, `/%${folder.charCodeAt(0).toString(16)}${folder.slice(1)}/${file}`],
      ...[`/${folder}%2f${file}`, `//${folder}/${file}`, `/./${folder}/${file}`, `/%2e/${folder}/${file}`],
      ...[`/${folder}//${file}`, `/${folder}/./${file}`, `/x/../${folder}/${file}`, `/%2f${folder}/${file}`],
    ];
  }),
  ...['/%2e%2e/verify', '//verify', '/./students', '/students%00', '/verify%0a', '/assets/index-abc.js%00'],
];

/** Every page, call and file of the application, with what the platform and an organization's own host answer. */
export function pathsOfTheApp({ certId, tenant }: { certId: string; tenant: string }): PathOfTheApp[] {
  const pages = pagesOfTheWeb.flatMap((path) => {
    const filled = path.replace(/:\w+\??/g, path === verify ? certId : tenant);
    const ownHost = path === '/' ? [302] : shared.includes(path) ? [200] : [404];
    return [
      { path: filled, platform: [200], ownHost },
      { path: filled, method: 'POST', ...nowhere },
    ];
  });
  const calls = Object.values(apis as Record<string, Api>).flatMap(({ resource, calls }) =>
    Object.entries(calls).map(([key, { method, access, fn = key, type }]) => ({
      path: `/api/${resource}?fn=${fn}${type ? `&type=${type}` : ''}`,
      method,
      // 400 and 404 are the answers to no input.
      platform: access.kind === 'public' ? [400, 404] : [401],
      ownHost: resource === 'verify' ? [400, 404] : [404],
    })),
  );
  const auth = Object.entries({
    ...{ authorize: 400, callback: 302, user: 401, '.well-known/jwks.json': 200, nothing: 404 },
  }).map(([name, status]) => ({ path: `/auth/v1/${name}`, platform: [status], ...no }));
  const posts = Object.entries({
    ...{ 'token?grant_type=pkce': 400, 'token?grant_type=refresh_token': 400, logout: 401 },
  }).map(([name, status]) => ({ path: `/auth/v1/${name}`, method: 'POST', platform: [status], ...no }));
  return [
    ...pages,
    ...calls,
    ...auth,
    ...posts,
    { path: '/auth/v1/handover', platform: [302], ownHost: [302] },
    ...['/index.html', '/healthz', '/metrics', '/Verify'].map((path) => ({
      ...{ path, ...document },
    })),
    ...[...['/texts/verify.json', '/.vite/manifest.json', '/internal/tls-ask'], ...spellings].map((path) => ({
      ...{ path, ...nowhere },
    })),
    ...['/%ff', '/assets/%E0%A4%A'].map((path) => ({ path, platform: [400], ownHost: [400] })),
    { path: '/d/token/file.zip', platform: [403], ...no },
    { path: `/c/${certId}`, platform: [200], ownHost: [200] },
    { path: certificatePictureUrl(certId, 'f'.repeat(64)), platform: [302, 404], ownHost: [302, 404] },
    { path: `/${logoKey(tenant, 1, 'png')}`, ...nowhere },
    { path: '/assets/index-abc.js', platform: [200], ownHost: [200] },
  ];
}
