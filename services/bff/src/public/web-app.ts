import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { type Request, Router } from 'express';
import staticGzip from 'express-static-gzip';
import { type PageParts, writePage } from './verify-page/markup.ts';

/**
 * Serves the built web application. Vite puts content hashes into file names, so those files are cached as immutable;
 * the page itself is revalidated each time. Every path that is not a file is a route of the application.
 *
 * The build leaves a brotli and a gzip version beside each file, because compressing the editor's chunks for every
 * visitor anew would cost a third of a second of CPU each time. `describe` may give what the server itself writes into the
 * page of an address.
 */
export function createWebApp(
  webDist: string,
  describe: (request: Request) => Promise<PageParts | undefined> = async () => undefined,
): Router {
  // What is served names its files by absolute paths, whatever the configured folder is relative to.
  const folder = resolve(webDist);
  const router = Router();
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
  router.use((request, response, next) => {
    // The library answers a malformed path with a text of its own.
    if (isDecodable(request.path)) files(request, response, next);
    else next();
  });
  router.get('/{*path}', async (request, response, next) => {
    // A missing path with a file extension is a 404, not a route.
    if (/\.[a-z\d]{2,5}$/i.test(request.path) || !request.accepts('html')) return next();
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (page === undefined) return next();
    const parts = await describe(request);
    response.set('cache-control', 'no-cache').type('html');
    if (parts) response.vary('accept-language');
    response.send(parts ? writePage(page, parts) : page);
  });
  return router;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
