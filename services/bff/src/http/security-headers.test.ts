import type { Request, RequestHandler, Response } from 'express';
import { describe, expect, it } from 'vitest';
import { createSecurityHeaders } from './security-headers.ts';

/** What a platform at this address says of https to a visitor of this host. */
function strictTransport(publicUrl: string, hostname: string): string | undefined {
  const headers = new Map<string, string>();
  const set = (name: string, value: string) => void headers.set(name.toLowerCase(), value);
  const response = { set, setHeader: set, removeHeader: () => {} } as unknown as Response;
  for (const handle of createSecurityHeaders(publicUrl) as RequestHandler[]) {
    handle({ hostname } as Request, response, () => {});
  }
  return headers.get('strict-transport-security');
}

describe('strict transport security', () => {
  it('covers the names below where the platform has a registrable domain to itself', () => {
    for (const host of ['certificates.academy', 'sello.com.br', 'sello.github.io']) {
      expect(strictTransport(`https://${host}`, host)).toBe('max-age=31536000; includeSubDomains');
    }
  });

  it('covers the name alone below a domain that others use as well', () => {
    for (const host of ['certificates.example.org', 'sello.uni.edu.pe']) {
      expect(strictTransport(`https://${host}`, host)).toBe('max-age=31536000');
    }
  });

  it('never covers the names below a custom domain of an organization', () => {
    expect(strictTransport('https://sello.com.br', 'academia.pe')).toBe('max-age=31536000');
  });

  it('is not said of an address without https, and not beyond itself of one without a domain', () => {
    expect(strictTransport('http://localhost:3000', 'localhost')).toBeUndefined();
    expect(strictTransport('https://10.0.0.7', '10.0.0.7')).toBe('max-age=31536000');
  });
});
