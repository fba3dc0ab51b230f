import type { RequestHandler } from 'express';
import helmet from 'helmet';

/**
 * One policy for every answer. Scripts come as files of our own alone; WebAssembly is the text shaper of the editor.
 * Styles may be written by scripts (react-aria puts one rule into the page), never loaded from elsewhere.
 */
export function createSecurityHeaders(publicUrl: string): RequestHandler {
  const { protocol, host } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        'style-src': ["'self'", "'unsafe-inline'"],
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
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
