import { expect, it } from 'vitest';
import { readRedirect, withQuery } from './redirects.ts';

const publicUrl = 'https://sello.example';

it('keeps the client’s query and drops a fragment', () => {
  const url = readRedirect('https://sello.example/auth/callback?sb_flow_id=1#x', publicUrl)!;
  expect(withQuery(url, { code: 'a b' })).toBe('https://sello.example/auth/callback?sb_flow_id=1&code=a+b');
});

it('defaults to the application’s callback', () => {
  expect(readRedirect(undefined, publicUrl)?.href).toBe('https://sello.example/auth/callback');
});

it('refuses other addresses', () => {
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
