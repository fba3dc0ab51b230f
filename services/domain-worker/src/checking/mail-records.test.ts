import { describe, expect, it } from 'vitest';
import { readDmarc, validateDkim, validateSpf } from './mail-records.ts';

describe('an SPF record', () => {
  const wanted = 'v=spf1 include:mail.sello.example ~all';

  it('counts when it includes the platform, beside whatever else it allows', () => {
    for (const value of [
      wanted,
      'V=SPF1 a mx +include:Mail.Sello.Example -all',
      'v=spf1 include:others.example include:mail.sello.example ?all',
    ])
      expect(validateSpf(['some other text', value], wanted).reason).toBe('correct');
  });

  it('does not count when it is missing, doubled, refuses the platform or names another', () => {
    expect(validateSpf(['v=spf10 include:mail.sello.example'], wanted).reason).toBe('missing_type');
    expect(validateSpf([wanted, 'v=spf1 -all'], wanted).reason).toBe('several');
    for (const value of [
      'v=spf1 -all',
      'v=spf1 -include:mail.sello.example ~all',
      'v=spf1 include:mail.sello.example.evil.example ~all',
    ])
      expect(validateSpf([value], wanted)).toEqual({ reason: 'different', found: [value] });
  });
});

describe('the record of a DKIM key', () => {
  const key = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA';
  const wanted = `v=DKIM1; k=rsa; p=${key}`;

  it('counts with the same key, however its tags are written', () => {
    for (const value of [
      wanted,
      `p=${key}`,
      ` v=DKIM1 ;k=rsa;t=s; s=email;h=sha1:sha256; p=${key.slice(0, 20)} ${key.slice(20)};`,
    ])
      expect(validateDkim([value], wanted).reason).toBe('correct');
  });

  it('tells a value that the provider cut from another key, a revoked one and several', () => {
    expect(validateDkim([wanted.slice(0, -10)], wanted).reason).toBe('cut');
    expect(validateDkim([], wanted).reason).toBe('missing_type');
    expect(validateDkim([wanted, `${wanted}A`], wanted).reason).toBe('several');
    for (const value of [
      'v=DKIM1; p=',
      `v=DKIM1; p=X${key}`,
      `${wanted}; h=sha1`,
      `v=DKIM1; k=ed25519; p=${key}`,
    ])
      expect(validateDkim([value], wanted).reason).toBe('different');
  });
});

it('a DMARC record is read with its policy; several, and one without a policy, are none', () => {
  expect(readDmarc(['v=DMARC1; p=quarantine; adkim=s'])).toBe('quarantine');
  expect(readDmarc(['v=DMARC1;p=None'])).toBe('none');
  expect(readDmarc(['text', 'v = DMARC1; p=reject; rua=mailto:d@school.example'])).toBe('reject');
  expect(readDmarc(['v=DMARC1; p=quarantine', 'v=DMARC1; p=none'])).toBe('several');
  expect(readDmarc(['v=DMARC1; rua=mailto:d@school.example'])).toBe('unreadable');
  expect(readDmarc(['DMARC1; p=none'])).toBe('absent');
});
