import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { Router } from 'express';

/**
 * Serves the built web application. Vite puts content hashes into file names, so those files are cached as immutable;
 * the page itself is revalidated each time. Every path that is not a file is a route of the application.
 */
export function createWebApp(folder: string): Router {
  const router = Router();
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders(response, path) {
        const hasContentHash = /^[/\\](assets|static)[/\\]/.test(path.slice(join(folder).length));
        response.setHeader(
          'cache-control',
          hasContentHash ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        );
      },
    }),
  );
  router.get('/{*path}', async (request, response, next) => {
    // A missing path with a file extension is a 404, not a route.
    if (/\.[a-z\d]{2,5}$/i.test(request.path) || !request.accepts('html')) return next();
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (page === undefined) return next();
    response.set('cache-control', 'no-cache').type('html').send(page);
  });
  return router;
}
