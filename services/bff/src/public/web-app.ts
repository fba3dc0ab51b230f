import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type OwnSite, verifyUrl } from '@sello/contracts';
import type { Request, RequestHandler, Response } from 'express';
import staticGzip from 'express-static-gzip';
import type { TenantSite } from '../hosts/hosts.ts';
import { siteOf } from '../hosts/site.ts';
import { type PageParts, writePage, writeSite } from './verify-page/markup.ts';
import { languageOf } from './visitor-language.ts';

export interface WebApp {
  /** The files of the build. */
  files: RequestHandler;
  /** The application's page, for any path that may be a route. */
  page: RequestHandler;
}

export interface WebAppDependencies {
  webDist: string;
  /** What the server itself writes into the page of an address, if anything. */
  describe: (request: Request, response: Response, site?: OwnSite) => Promise<PageParts | undefined>;
  /** What a page on an organization's own host is told. */
  siteData: (site: TenantSite, request: Request) => Promise<OwnSite>;
}

/**
 * Serves the built web application. Vite puts content hashes into file names, so those files are cached as immutable;
 * the page itself is revalidated each time. Every path that is not a file is a route of the application.
 *
 * The build leaves a brotli and a gzip version beside each file, because compressing the editor's chunks for every
 * visitor anew would cost a third of a second of CPU each time. `describe` may give what the server itself writes into the
 * page of an address. The front page is in the build as it stands, in each language.
 */
export function createWebApp({ webDist, describe, siteData }: WebAppDependencies): WebApp {
  // What is served names its files by absolute paths, whatever the configured folder is relative to.
  const folder = resolve(webDist);
  const files = staticGzip(folder, {
    index: false,
    enableBrotli: true,
    orderPreference: ['br'],
    serveStatic: {
      redirect: false,
      setHeaders(response, path) {
        const hasContentHash = /^(assets|static)[/\\]/.test(relative(folder, path));
        response.setHeader(
          'cache-control',
          hasContentHash ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        );
      },
    },
  });
  /** The first of some files of the build that there is. */
  const read = async (...names: readonly string[]): Promise<string | undefined> => {
    for (const name of names) {
      const page = await readFile(join(folder, name), 'utf8').catch(() => undefined);
      if (page !== undefined) return page;
    }
    return undefined;
  };
  const page: RequestHandler = async (request, response, next) => {
    // A missing path with a file extension is a 404, not a route.
    if (/\.[a-z\d]{2,5}$/i.test(request.path) || !request.accepts('html')) return next();
    // The form of a browser without JavaScript.
    const { hash } = request.query;
    if (/^\/verify\/?$/i.test(request.path) && typeof hash === 'string' && hash.trim())
      return response.redirect(303, verifyUrl(hash.trim()));
    const site = siteOf(response);
    const isFront = site.kind !== 'tenant' && request.path === '/';
    const own = site.kind === 'tenant' ? await siteData(site, request) : undefined;
    const parts = isFront ? undefined : await describe(request, response, own);
    const drawn = own ? 'pages/verify.own.html' : 'pages/verify.html';
    const built = await read(
      ...(isFront ? [`pages/landing.${languageOf(request)}.html`] : parts ? [drawn] : []),
      'index.html',
    );
    if (built === undefined) return next();
    response.set('cache-control', 'no-cache').type('html');
    if (parts || isFront) response.vary('accept-language, cookie');
    const page = own ? writeSite(built, own) : built;
    response.send(parts ? writePage(page, parts) : page);
  };
  return {
    page,
    files(request, response, next) {
      // Two folders are the server's own.
      if (/^\/(pages|server)\//.test(request.path)) next();
      else files(request, response, next);
    },
  };
}
