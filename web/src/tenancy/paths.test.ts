import { generatePath, matchRoutes } from 'react-router';
import { describe, expect, it } from 'vitest';
import { routes } from '../app/routes/table.ts';
import { fillPath, matchPath } from './paths.ts';

const patterns = Object.values(routes).map(({ path }) => path);
const paths = [
  ...[
    '/',
    '/verify',
    '/verify/',
    '/VERIFY/abc',
    '/verify/a%20b',
    '/verify/a/b',
    '/verify/a/report',
    '/verify/report',
    '/report/abc',
    '/verifyx',
    '/students',
  ],
  ...[
    '/settings',
    '/settings/1',
    '/settings/1/certificates/',
    '/organizations/1',
    '/templates',
    '/templates/3',
    '/templates/new',
    '/batches',
    '/batches/8',
    '/catalog',
    '/catalog/5',
    '/auth/callback',
    '/accept-invite/6',
    '/pending-invites',
    '/nowhere',
  ],
];

// Both roots use the same table of routes, so they must agree on its patterns.
describe('a path', () => {
  it.each(patterns)('matches %s as it does in react-router', (pattern) => {
    for (const path of paths) {
      const params = matchRoutes([{ path: pattern }], path)?.[0]?.params;
      const given = params && Object.entries(params).filter(([, value]) => value !== undefined);
      expect(matchPath(pattern, path), path).toEqual(given && Object.fromEntries(given));
    }
  });

  it.each(patterns)('is generated from %s as it is in react-router', (pattern) => {
    const params = {
      reference: 'abc',
      token: 'abc',
      tenantId: '1',
      tab: 'certificates',
      organizationId: '2',
      templateId: '3',
      batchId: '8',
      studentId: '4',
      inviteId: '6',
      entryId: '5',
    };
    expect(fillPath(pattern, params)).toBe(generatePath(pattern, params));
  });

  it('without its optional parameter has no trailing slash; without a required one it throws', () => {
    expect(fillPath('/verify/:reference?')).toBe('/verify');
    expect(fillPath('/')).toBe('/');
    expect(() => fillPath('/settings/:tenantId')).toThrow('tenantId');
  });

  it('with a malformed escape is left as it is', () => {
    expect(matchPath('/verify/:reference?', '/verify/%E0%A4%A')).toEqual({ reference: '%E0%A4%A' });
  });
});
