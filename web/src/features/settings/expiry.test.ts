import type { SigningCertificate } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import { daysToExpiry } from './expiry.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const certificate = (days: number, status: SigningCertificate['status'] = 'active'): SigningCertificate => ({
  id: 'c',
  name: 'One',
  status,
  algorithm: 'rsa-2048',
  createdAt: '2024-01-01T00:00:00Z',
  expiresAt: new Date(now + days * 86_400_000).toISOString(),
});

describe('the warning before a certificate expires', () => {
  it('begins thirty days ahead and counts whole days', () => {
    expect(daysToExpiry(certificate(31), now)).toBeUndefined();
    expect(daysToExpiry(certificate(30), now)).toBe(30);
    expect(daysToExpiry(certificate(0.5), now)).toBe(1);
  });

  it('is not shown for an expired or revoked one', () => {
    expect(daysToExpiry(certificate(5, 'revoked'), now)).toBeUndefined();
    expect(daysToExpiry(certificate(-5, 'expired'), now)).toBeUndefined();
  });
});
