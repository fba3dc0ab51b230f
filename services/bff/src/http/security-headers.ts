import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { getDomain } from 'tldts';
import type { Site } from '../hosts/hosts.ts';
import { siteOf } from '../hosts/site.ts';

/** The hash of the inline style that react-aria adds while a dialog is open on a touch screen. */
const scrollRule = `'sha256-${createHash('sha256')
  .update('@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}')
  .digest('base64')}'`;

/** One year, in seconds. */
const hstsMaxAge = 31_536_000;

/**
 * Strict-Transport-Security (RFC 6797). `includeSubDomains` is set when the platform's host is a registrable domain
 * (`certificates.example`, by the Public Suffix List with its private part): otherwise a subdomain could be spoofed over
 * plain HTTP and set cookies for the whole domain. It is not set when the host is itself a subdomain, nor on custom
 * domains of organizations, whose subdomains are not ours.
 */
function strictTransport(publicUrl: string): RequestHandler {
  const { protocol, hostname } = new URL(publicUrl);
  const hasDomain = getDomain(hostname, { allowPrivateDomains: true }) === hostname;
  const value = `max-age=${hstsMaxAge}`;
  return (_request, response, next) => {
    if (protocol === 'https:') {
      const isOwnDomain = hasDomain && siteOf(response).kind === 'platform';
      response.set('strict-transport-security', isOwnDomain ? `${value}; includeSubDomains` : value);
    }
    next();
  };
}

/**
 * The pages of the editor of templates and of the catalog; as the web's routes, in any case and with a last slash. A
 * policy holds for the whole life of a document, so links from other pages to these must load a new one.
 */
const editorPage = /^\/(templates|catalog)\/[^/]+\/?$/i;

/**
 * The content security policy and what else protects a page. Scripts only from our own files; WebAssembly on the editor's
 * pages alone, for its text shaper. Style sheets only from our own files, plus the one inline rule above; style attributes
 * are allowed.
 */
export function createSecurityHeaders(publicUrl: string): RequestHandler[] {
  const { protocol, host } = new URL(publicUrl);
  const isHttps = protocol === 'https:';
  // The WebSocket URL is listed because older browsers do not match ws: with 'self'.
  const connect = ["'self'", `${isHttps ? 'wss' : 'ws'}://${host}`];
  const ofEditor = pageHeaders(isHttps, { scripts: ["'self'", "'wasm-unsafe-eval'"], connect });
  const ofOthers = pageHeaders(isHttps, { scripts: ["'self'"], connect });
  // Pages of an organization's own host reach no other origin, the platform's neither, and open no socket.
  const ofTenant = pageHeaders(isHttps, { scripts: ["'self'"], connect: ["'self'"] });
  const policyOf = (path: string, { kind }: Site): RequestHandler =>
    kind !== 'platform' ? ofTenant : editorPage.test(path) ? ofEditor : ofOthers;
  const policy: RequestHandler = (request, response, next) =>
    policyOf(request.path, siteOf(response))(request, response, next);
  return [policy, strictTransport(publicUrl)];
}

function pageHeaders(
  isHttps: boolean,
  { scripts, connect }: { scripts: string[]; connect: string[] },
): RequestHandler {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': scripts,
        'style-src': ["'self'", scrollRule],
        'style-src-attr': ["'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'", 'data:'],
        'connect-src': connect,
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'frame-src': ["'none'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['sello'],
        ...(isHttps ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    strictTransportSecurity: false,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
}
