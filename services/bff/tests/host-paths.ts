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
  /** The statuses that an own host may answer with; 404 for what it does not serve. */
  ownHost: readonly number[];
}

const no = { ownHost: [404] } as const;
/** Pages that an own host serves as well. */
const shared: readonly string[] = [verify, reportMistake, confirmReport, acceptInvite, '/join'];

/** Every page, call and file of the application, with what an organization's own host answers. */
export function pathsOfTheApp({ certId, tenant }: { certId: string; tenant: string }): PathOfTheApp[] {
  const pages = pagesOfTheWeb.flatMap((path) => {
    const filled = path.replace(/:\w+\??/g, path === verify ? certId : tenant);
    const ownHost = path === '/' ? [302] : shared.includes(path) ? [200] : [404];
    return [
      { path: filled, ownHost },
      { path: filled, method: 'POST', ...no },
    ];
  });
  const calls = Object.values(apis as Record<string, Api>).flatMap(({ resource, calls }) =>
    Object.entries(calls).map(([key, { method, fn = key, type }]) => ({
      path: `/api/${resource}?fn=${fn}${type ? `&type=${type}` : ''}`,
      method,
      // Of the verify page's calls these are the answers to no input.
      ownHost: resource === 'verify' ? [400, 404] : [404],
    })),
  );
  const auth = ['authorize', 'callback', 'user', '.well-known/jwks.json', 'nothing'].map(
    (name) => `/auth/v1/${name}`,
  );
  const posts = ['token?grant_type=pkce', 'token?grant_type=refresh_token', 'logout'].map(
    (name) => `/auth/v1/${name}`,
  );
  return [
    ...pages,
    ...calls,
    ...auth.map((path) => ({ path, ...no })),
    ...posts.map((path) => ({ path, method: 'POST', ...no })),
    ...[
      '/index.html',
      '/texts/verify.json',
      '/.vite/manifest.json',
      '/internal/tls-ask',
      '/healthz',
      '/metrics',
    ].map((path) => ({ path, ...no })),
    { path: '/d/token/file.zip', ...no },
    { path: '/Verify', ...no },
    { path: `/%2e%2e/verify`, ...no },
    { path: `/c/${certId}`, ownHost: [200] },
    { path: certificatePictureUrl(certId, 'f'.repeat(64)), ownHost: [302, 404] },
    { path: `/${logoKey(tenant, 1, 'png')}`, ...no },
    { path: '/assets/index-abc.js', ownHost: [200] },
  ];
}
