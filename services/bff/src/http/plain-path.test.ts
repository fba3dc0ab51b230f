import { expect, it } from 'vitest';
import { plainPath } from './plain-path.ts';

it.each([
  ['/', '/'],
  ['/verify/', '/verify/'],
  ['/%73erver/verify.js', '/server/verify.js'],
  ['/d/token/Informe%20final%20%C3%B1.zip', '/d/token/Informe%20final%20%C3%B1.zip'],
  ['/d/token/a+b%2Bc,d%40e.zip', '/d/token/a+b+c,d@e.zip'],
  ['/d/token/100%25.zip', '/d/token/100%25.zip'],
  // A decoded escape is decoded once: this names a file with an escape in its name.
  ['/a%252fb', '/a%252fb'],
])('reads %s as %s', (path, plain) => {
  expect(plainPath(path)).toBe(plain);
});

it.each([
  ...[
    '',
    '*',
    'verify',
    '//',
    '//verify',
    '/verify//x',
    '/./verify',
    '/../verify',
    '/x/..',
    '/%2e%2e/verify',
  ],
  ...['/.%2E', '/a%2fb', '/a%5Cb', '/a\\b', '/a%00', '/a%0d%0ab', '/%7f'],
])('finds nothing at “%s”', (path) => {
  expect(() => plainPath(path)).toThrow(expect.objectContaining({ code: 'not_found' }));
});

it.each(['/%', '/%zz', '/%ff', '/%c0%af'])('refuses “%s”, which cannot be decoded', (path) => {
  expect(() => plainPath(path)).toThrow(expect.objectContaining({ code: 'invalid_payload' }));
});
