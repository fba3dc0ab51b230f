import type { RequestHandler } from 'express';
import { AuthError } from './gotrue-error.ts';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: refuses unsafe requests from pages of other origins, including sibling subdomains, which `SameSite`
 * allows. Browsers send Origin with every POST (Fetch, 3.2), and Sec-Fetch-Site (Fetch Metadata). A client that sends
 * neither header is not a browser and cannot be used for CSRF.
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
