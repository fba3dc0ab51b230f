import type { Crumb } from '../ui/crumbs/trail.ts';
import { matchPath } from './paths.ts';
import type { Route } from './routes.ts';

/**
 * The screens on the way to a path, one for each of its segments that names one. The id of an organization after
 * `settings` names none, nor does a part of a screen, such as a tab. They begin with the screen that the first is below.
 */
export function trailOf(routes: Readonly<Record<string, Route>>, pathname: string): readonly Crumb[] {
  const segments = pathname.split('/').filter(Boolean);
  const trail: Crumb[] = [];
  let last: Route | undefined;
  for (const place of segments.keys()) {
    const path = `/${segments.slice(0, place + 1).join('/')}`;
    const all = Object.values(routes);
    // The trash is a page of its own, although the path of one student matches it.
    const route = all.find((one) => one.path === path) ?? all.find((one) => matchPath(one.path, path));
    if (route && route !== last) {
      const above = all.find((one) => one.path === route.above);
      if (above && trail.length === 0) trail.push({ to: above.path, labelKey: above.labelKey });
      trail.push({ to: path, labelKey: route.crumbKey ?? route.labelKey });
    }
    last = route ?? last;
  }
  return trail;
}
