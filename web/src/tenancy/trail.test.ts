import { describe, expect, it } from 'vitest';
import { routes } from '../app/routes/table.ts';
import { trailOf } from './trail.ts';

const id = 'a1'.repeat(12);
const trail = (path: string) => trailOf(routes, path).map(({ to, labelKey }) => [to, labelKey]);

describe('the breadcrumbs of', () => {
  it.each([
    ['/students', [['/students', 'header.students']]],
    ['/templates', [['/templates', 'header.templates']]],
    ['/catalog', [['/catalog', 'header.catalog']]],
    ['/verify', [['/verify', 'header.verify']]],
    ['/verify/abc', [['/verify', 'header.verify']]],
    [`/settings/${id}`, [[`/settings/${id}`, 'header.settings']]],
    [`/settings/${id}/members`, [[`/settings/${id}`, 'header.settings']]],
    [`/organizations/${id}`, [['/organizations', 'header.organizations']]],
    ['/nowhere', []],
  ])('%s are the screens above and its own', (path, expected) => {
    expect(trail(path)).toEqual(expected);
  });

  it.each(['templates', 'catalog'] as const)('a page of the editor name %s above it', (list) => {
    const above = [`/${list}`, `header.${list}`];
    expect(trail(`/${list}/new`)).toEqual([above, [`/${list}/new`, 'common.new']]);
    expect(trail(`/${list}/${id}`)).toEqual([above, [`/${list}/${id}`, 'common.edit']]);
  });
});
