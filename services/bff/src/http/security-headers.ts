import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { getDomain } from 'tldts';

/** The rule that react-aria puts into the page while a dialog is open on a touch screen, named by its hash. */
const scrollRule = `'sha256-${createHash('sha256')
  .update('@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}')
  .digest('base64')}'`;

/** A year, s. */
const hstsMaxAge = 31_536_000;

/**
 * Strict-Transport-Security (RFC 6797). All names below are included where the platform has a registrable domain to
 * itself (`certificates.example`, by the Public Suffix List with its private part): otherwise a subdomain could be
 * spoofed over plain HTTP and set cookies for the whole domain. On a name below another's domain, and on the custom
 * domains of organizations, the names below are not ours to decide on.
 */
function strictTransport(publicUrl: string): RequestHandler {
  const { protocol, hostname } = new URL(publicUrl);
  const hasDomain = getDomain(hostname, { allowPrivateDomains: true }) === hostname;
  const value = `max-age=${hstsMaxAge}`;
  return (request, response, next) => {
    if (protocol === 'https:') {
      const isWhole = hasDomain && request.hostname === hostname;
      response.set('strict-transport-security', isWhole ? `${value}; includeSubDomains` : value);
    }
    next();
  };
}

/**
 * One policy for every answer. Scripts come as files of our own alone; WebAssembly is the text shaper of the editor.
 * Style sheets are files of our own as well, but for the one rule below; elements may carry style attributes.
 */
export function createSecurityHeaders(publicUrl: string): RequestHandler[] {
  const { protocol, host } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  const policy = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", scrollRule],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        // The socket is named as well: older browsers do not count ws as 'self'.
        'connect-src': ["'self'", `${isHttps ? 'wss' : 'ws'}://${host}`],
        'worker-src': ["'self'", 'blob:'],
        'manifest-src': ["'self'"],
        'frame-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  return [policy, strictTransport(publicUrl)];
}
