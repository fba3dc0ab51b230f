import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { Router } from 'express';

/**
 * Serves the built web application. Vite names files by their content, so those are kept for ever; the page itself is
 * asked for again each time. Every path that is no file is the application's own route.
 */
export function createWebApp(folder: string): Router {
  const router = Router();
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      setHeaders(response, path) {
        const isNamedByContent = /^[/\\](assets|static)[/\\]/.test(path.slice(join(folder).length));
        response.setHeader(
          'cache-control',
          isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
        );
      },
    }),
  );
  router.get('/{*path}', async (request, response, next) => {
    // What looks like a file and is not there is a mistake of ours, not a page.
    if (/\.[a-z\d]{2,5}$/i.test(request.path) || !request.accepts('html')) return next();
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => undefined);
    if (page === undefined) return next();
    response.set('cache-control', 'no-cache').type('html').send(page);
  });
  return router;
}
