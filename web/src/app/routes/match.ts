import { matchPath } from '../../tenancy/paths.ts';
import type { Route } from '../../tenancy/routes.ts';

/** The route of an address; undefined where no screen has it. */
export function matchRoute(routes: Readonly<Record<string, Route>>, pathname: string): Route | undefined {
  return Object.values(routes).find(({ path }) => matchPath(path, pathname));
}

type PublicRoute = Route & { frame: 'front' | 'public' };

/** Pages that everyone may open; they are drawn without the staff's router. */
export function isPublic(route: Route): route is PublicRoute {
  return route.frame === 'front' || route.frame === 'public';
}
