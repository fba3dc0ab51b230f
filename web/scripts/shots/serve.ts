import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const kinds: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Stricter than the BFF's policy: inline style elements are all blocked. */
const policyWith = (scripts: string): string =>
  [
    "default-src 'none'",
    scripts,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self' ws:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types sello',
  ].join('; ');
const policy = policyWith("script-src 'self'");
/** The editor's text shaper is WebAssembly. */
const policyOfEditor = policyWith("script-src 'self' 'wasm-unsafe-eval'");
const editorPage = /^\/(templates|catalog)\/[^/]+$/;

/** The page of the build for an address: the front page in the visitor's language, else the application's. */
function pageOf(path: string, language: string | undefined): string {
  if (path !== '/') return /^\/verify(\/[^/]+)?\/?$/.test(path) ? '/pages/verify.html' : '/index.html';
  const known = /^(es|pt)/.exec(language ?? '')?.[0] ?? 'en';
  return `/pages/landing.${known}.html`;
}

/** Serves the build as the BFF does: files by path, a page for every other path. */
export async function serveBuild(folder: string): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = extname(path) ? path : pageOf(path, request.headers['accept-language']);
    readFile(join(folder, file)).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': kinds[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': editorPage.test(path) ? policyOfEditor : policy,
        });
        response.end(bytes);
      },
      () => {
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
