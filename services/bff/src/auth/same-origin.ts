import type { RequestHandler } from 'express';
import { AuthError } from './gotrue-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what another site's page sends with our cookies, a sister domain's included, which `SameSite` would let
 * through: browsers name the page's origin with every POST (Fetch, 3.2) and its relation to us (Fetch Metadata). A
 * caller that names neither is no browser and has no cookie that it did not put there itself.
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
