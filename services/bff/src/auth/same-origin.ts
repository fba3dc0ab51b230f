import type { RequestHandler } from 'express';
import { AuthError } from './gotrue-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses requests that another site's page sends with our cookies, including those of a sibling domain, which
 * `SameSite` allows: browsers name the page's origin with every POST (Fetch, 3.2) and its relation to us (Fetch
 * Metadata). A caller that sends neither header is no browser, and its cookies are its own.
 */
export function sameOriginOnly(origin: string): RequestHandler {
  return (request, _response, next) => {
    if (safeMethods.has(request.method)) return next();
    const from = request.get('origin');
    const site = request.get('sec-fetch-site');
    const isOurs = (from === undefined || from === origin) && (site === undefined || site === 'same-origin');
    next(isOurs ? undefined : new AuthError(403, 'bad_origin', 'The request comes from another site'));
  };
}
