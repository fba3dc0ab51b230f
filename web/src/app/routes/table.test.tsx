import { permissionsOf, type Role, role } from '@sello/contracts';
import { describe, expect, it } from 'vitest';
import type { Claims } from '../../auth/claims.ts';
import { firstScreen, navigationOf, type Route } from '../../tenancy/routes.ts';
import { routeObjects } from './router.tsx';
import { routes } from './table.ts';

const sources = import.meta.glob<string>(
  ['../../**/*.{ts,tsx}', '!../../**/*.{test,fixture}.*', '!./table.ts'],
  { query: '?raw', import: 'default', eager: true },
);

const claimsOf = (one: Role): Claims => ({
  permissions: one === 'super_admin' ? [] : permissionsOf[one],
  roles: [one],
});
const tenantId = 'a'.repeat(24);

describe('the table of routes', () => {
  it('is the only source of the router’s screens, each loaded when it is opened', async () => {
    const flat = (objects: typeof routeObjects): typeof routeObjects =>
      objects.flatMap((one) => [one, ...flat(one.children ?? [])]);
    const screens = flat(routeObjects).filter(({ path }) => path !== undefined && path !== '*');
    expect(screens.map(({ path }) => path).sort()).toEqual(
      Object.values(routes)
        .map(({ path }) => path)
        .sort(),
    );
    for (const { path, lazy, element } of screens) {
      expect(element, path).toBeUndefined();
      expect(lazy, path).toBeTypeOf('function');
    }
  });

  it.each(role.options)('gives a %s the header’s links that they may see', (one) => {
    const places = navigationOf(routes, tenantId, claimsOf(one)).map(({ to }) => to);
    const may = (permission: string) =>
      one === 'super_admin' || claimsOf(one).permissions.some((held) => held === permission);
    expect(places).toEqual([
      ...(may('nav.students') ? ['/students'] : []),
      ...(may('nav.templates') ? ['/templates'] : []),
      ...(one === 'super_admin' ? ['/catalog', '/organizations'] : []),
      ...(may('settings.view') ? [`/settings/${tenantId}`] : []),
    ]);
  });

  it.each(role.options)('names the first screen of a %s', (one) => {
    expect(firstScreen(routes, claimsOf(one))?.to).toBe(
      one === 'template_designer' ? '/templates' : '/students',
    );
  });

  it('sends people first to students, then to the catalog, then to templates', () => {
    const left: Record<string, Route> = { ...routes };
    const order = Array.from({ length: 3 }, () => {
      const to = firstScreen(left as typeof routes, claimsOf('super_admin'))?.to;
      const [name] = Object.entries(left).find(([, { path }]) => path === to) ?? [];
      if (name) delete left[name];
      return to;
    });
    expect(order).toEqual(['/students', '/catalog', '/templates']);
    expect(firstScreen(left as typeof routes, claimsOf('super_admin'))).toBeUndefined();
  });

  it('sends nobody but super admins to the catalog, whatever their token says', () => {
    const claims: Claims = { permissions: ['catalog.view', 'templates.view'], roles: ['template_designer'] };
    expect(firstScreen(routes, claims)?.to).toBe('/templates');
  });

  it('gives a super admin without an organization the link to the catalog alone', () => {
    expect(navigationOf(routes, undefined, claimsOf('super_admin')).map(({ to }) => to)).toEqual([
      '/catalog',
    ]);
    expect(navigationOf(routes, undefined, claimsOf('owner'))).toEqual([]);
  });

  it('is the only file that contains the path of a screen', () => {
    const fronts = Object.values(routes)
      .map(({ path }) => /^\/[^:]*[^:/]/.exec(path)?.[0])
      .filter((front) => front !== undefined);
    const spelled = new RegExp(`['"\`](${fronts.join('|')})(?=[/?'"\`])`);
    const elsewhere = Object.entries(sources).filter(([, text]) => spelled.test(text));
    expect(elsewhere.map(([file]) => file)).toEqual(['../../auth/stored-session.ts']);
  });

  it('does not compile with an unknown label or permission', () => {
    const wrong: Pick<Route, 'labelKey' | 'needs'>[] = [
      // @ts-expect-error The label is misspelt.
      { labelKey: 'header.studnets' },
      // @ts-expect-error The permission is misspelt.
      { labelKey: 'header.students', needs: { permission: 'student.view' } },
    ];
    expect(wrong).toHaveLength(2);
  });
});
