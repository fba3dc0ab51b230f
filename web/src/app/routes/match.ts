import { matchPath } from '../../tenancy/paths.ts';
import type { Route } from '../../tenancy/routes.ts';

/** The route of a path; undefined when none matches. */
export function matchRoute(routes: Readonly<Record<string, Route>>, pathname: string): Route | undefined {
  return Object.values(routes).find(({ path }) => matchPath(path, pathname));
}

type PublicRoute = Route & { frame: 'front' | 'public' };

/** Public pages are rendered without the staff's router. */
export function isPublic(route: Route): route is PublicRoute {
  return route.frame === 'front' || route.frame === 'public';
}
