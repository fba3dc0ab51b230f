import type { ParseKeys } from 'i18next';
import { type ComponentType, createContext, useContext } from 'react';
import type { generatePath } from 'react-router';
import type { Claims } from '../auth/claims.ts';
import { decide, type Need } from '../auth/permissions.ts';
import type { Feature } from '../i18n/index.ts';
import { useNavigation } from '../ui/link/navigation.ts';
import { fillPath, matchPath } from './paths.ts';

/** One screen: where it is, who may open it, what it is called and how it is fetched. */
export interface Route {
  /** The pattern of its address, from the root on. */
  path: string;
  /** What its links and breadcrumbs call it. */
  labelKey: ParseKeys;
  /** The locale files that it and its frame draw from, beside those that every page needs. */
  texts: readonly Feature[];
  /** What stands around it. */
  frame: 'none' | 'front' | 'public' | 'welcome' | 'staff';
  /** Who may open it; everyone that its frame lets in, where nothing is asked. */
  needs?: Need;
  /** Who sees its link in the header, and the part of its address that is not the organization's. */
  nav?: { needs: Need; params?: Record<string, string> };
  /** People are sent here after sign-in, if they may see it. */
  isFirstScreen?: true;
  load: () => Promise<ComponentType>;
}

/** `app` fills in its table of routes, so that links are typed without importing it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging.
export interface Registered {}

export type Routes = Registered extends { routes: infer Table extends Record<string, Route> }
  ? Table
  : Record<string, Route>;
export type RouteName = keyof Routes & string;
type Params<Name extends RouteName> = Parameters<typeof generatePath<Routes[Name]['path']>>[1];

export const RoutesContext = createContext<Routes | null>(null);

export function useRoutes(): Routes {
  const routes = useContext(RoutesContext);
  if (!routes) throw new Error('No table of routes stands around this');
  return routes;
}

/** The address of a screen; what its pattern names is to be given. */
export function usePathTo(): <Name extends RouteName>(name: Name, params?: Params<Name>) => string {
  const routes = useRoutes();
  return (name, params) => fillPath(routes[name].path, params ?? undefined);
}

/** The parameters of the current address, read by the pattern of a route; none where it is another page. */
export function useParamsOf(name: RouteName): Readonly<Record<string, string | undefined>> {
  const { path } = useRoutes()[name];
  return matchPath(path, useNavigation().pathname) ?? {};
}

export interface Place {
  to: string;
  labelKey: ParseKeys;
}

const listed = (routes: Routes): readonly Route[] => Object.values(routes);

/** The links of the header, for those who may go there. */
export function navigationOf(
  routes: Routes,
  tenantId: string | undefined,
  claims: Claims | undefined,
): readonly Place[] {
  if (!tenantId || !claims) return [];
  return listed(routes).flatMap(({ path, labelKey, nav }) =>
    nav && decide(claims, nav.needs) === 'pass'
      ? { to: fillPath(path, { ...nav.params, tenantId }), labelKey }
      : [],
  );
}

/** Where a person lands after sign-in: the first screen they may see, in the table's order; undefined where none is. */
export function firstScreen(routes: Routes, claims: Claims): Place | undefined {
  const found = listed(routes).find(
    ({ isFirstScreen, needs = {} }) => isFirstScreen && decide(claims, needs) === 'pass',
  );
  return found && { to: fillPath(found.path), labelKey: found.labelKey };
}
