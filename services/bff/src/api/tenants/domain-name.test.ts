import { isAppError } from '@sello/kit';
import { expect, it } from 'vitest';
import { readDomainName } from './domain-name.ts';

const codeOf = (text: string) => {
  try {
    return readDomainName(text);
  } catch (error) {
    return isAppError(error) ? error.code : error;
  }
};

it('accepts names in any case, with a trailing dot or with non-ASCII characters', () => {
  expect(readDomainName(' Certificates.Example.ORG. ')).toBe('certificates.example.org');
  expect(readDomainName('mañana.example')).toBe('xn--maana-pta.example');
});

it('refuses invalid domain names', () => {
  expect(codeOf('  ')).toBe('domain_required');
  const long = `${'a'.repeat(63)}.`.repeat(4);
  for (const bad of [
    'localhost',
    '10.0.0.1',
    'a..b',
    '-a.org',
    'a-.org',
    'a_b.org',
    'https://a.org',
    'a.org/x',
    `${long}org`,
    `${'a'.repeat(64)}.org`,
    'a b.org',
    'a.org:80',
    '[::1]',
  ]) {
    expect(codeOf(bad)).toBe('domain_invalid');
  }
});
