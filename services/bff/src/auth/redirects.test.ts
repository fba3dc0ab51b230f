import { expect, it } from 'vitest';
import { readRedirect, withQuery } from './redirects.ts';

const publicUrl = 'https://sello.example';

it('keeps the query that the client put there, and drops a fragment', () => {
  const url = readRedirect('https://sello.example/auth/callback?sb_flow_id=1#x', publicUrl)!;
  expect(withQuery(url, { code: 'a b' })).toBe('https://sello.example/auth/callback?sb_flow_id=1&code=a+b');
});

it('is the application’s own callback when nothing is asked', () => {
  expect(readRedirect(undefined, publicUrl)?.href).toBe('https://sello.example/auth/callback');
});

it('goes nowhere else', () => {
  for (const bad of [
    'https://evil.example/auth/callback',
    'https://sello.example.evil.example/auth/callback',
    'https://sello.example@evil.example/auth/callback',
    'https://user:pass@sello.example/auth/callback',
    'http://sello.example/auth/callback',
    'https://sello.example/auth/callback/../../api',
    'https://sello.example/',
    '//sello.example/auth/callback',
    'javascript:alert(1)',
    ['https://sello.example/auth/callback'],
  ]) {
    expect(readRedirect(bad, publicUrl)).toBeUndefined();
  }
});
