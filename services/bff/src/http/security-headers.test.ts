import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

/** A header of a platform at `publicUrl` for a request to `path` of `host`: its own unless another is named. */
function header(name: string, publicUrl: string, host: string, path: string): string | undefined {
  const kind = new URL(publicUrl).hostname === host ? 'platform' : 'tenant';
  const headers = new Map<string, string>();
  const set = (name: string, value: string) => void headers.set(name.toLowerCase(), value);
  const locals = { site: { kind } };
  const response = { set, setHeader: set, removeHeader: () => {}, locals } as unknown as Response;
  for (const handle of createSecurityHeaders(publicUrl) as RequestHandler[]) {
    handle({ path } as Request, response, () => {});
  }
  return headers.get(name);
}

const strictTransport = (publicUrl: string, hostname: string) =>
  header('strict-transport-security', publicUrl, hostname, '/');

describe('the content security policy', () => {
  const scriptsOf = (path: string) =>
    /script-src ([^;]*)/.exec(
      header('content-security-policy', 'https://sello.example', 'sello.example', path) ?? '',
    )?.[1];

  it('allows WebAssembly on the pages of the editor', () => {
    for (const path of ['/templates/new', '/templates/66f0c1', '/Catalog/new', '/catalog/66f0c1/']) {
      expect(scriptsOf(path)).toBe("'self' 'wasm-unsafe-eval'");
    }
  });

  it('of an organization’s own host reaches no other origin, the platform’s neither', () => {
    const policy = header(
      'content-security-policy',
      'https://sello.example',
      'academia.pe',
      '/templates/new',
    );
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('sello.example');
  });

  it('takes no text for markup or a script that the one policy of the web has not passed', () => {
    for (const host of ['sello.example', 'academia.pe'])
      expect(header('content-security-policy', 'https://sello.example', host, '/')).toContain(
        "require-trusted-types-for 'script';trusted-types sello",
      );
  });

  it('allows it nowhere else', () => {
    const others = [
      '/',
      '/templates',
      '/templates/',
      '/catalog',
      '/templates/66f0c1/revisions',
      '/students/new',
    ];
    for (const path of [...others, '/verify/66f0c1', '/x/templates/new', '/api/templates']) {
      expect(scriptsOf(path)).toBe("'self'");
    }
  });
});

describe('strict transport security', () => {
  it('includes subdomains when the platform’s host is a registrable domain', () => {
    for (const host of ['certificates.academy', 'sello.com.br', 'sello.github.io']) {
      expect(strictTransport(`https://${host}`, host)).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('excludes subdomains when the platform’s host is a subdomain', () => {
    for (const host of ['certificates.example.org', 'sello.uni.edu.pe']) {
      expect(strictTransport(`https://${host}`, host)).toBe('max-age=31536000');
    }
  });

  it('excludes subdomains of an organization’s custom domain', () => {
    expect(strictTransport('https://sello.com.br', 'academia.pe')).toBe('max-age=31536000');
  });

  it('is not sent without https, and excludes subdomains for IP addresses', () => {
    expect(strictTransport('http://localhost:3000', 'localhost')).toBeUndefined();
    expect(strictTransport('https://10.0.0.7', '10.0.0.7')).toBe('max-age=31536000');
  });
});
