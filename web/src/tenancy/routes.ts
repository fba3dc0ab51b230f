import type { ParseKeys } from 'i18next';
import { type ComponentType, createContext, useContext } from 'react';
import type { generatePath } from 'react-router';
import type { Claims } from '../auth/claims.ts';
import { decide, type Need } from '../auth/permissions.ts';
import type { Feature } from '../i18n/index.ts';
import { useNavigation } from '../ui/link/navigation.ts';
import { fillPath, matchPath } from './paths.ts';

/** One screen: its path, who may open it, its label and how it is loaded. */
export interface Route {
  /** The path pattern, from the root. */
  path: string;
  /** The label of its links and breadcrumbs. */
  labelKey: ParseKeys;
  /** The label in its breadcrumbs, where it differs. */
  crumbKey?: ParseKeys;
  /** The path of a screen above it in its breadcrumbs, besides those that its own path names. */
  above?: string;
  /** The locale files that it and its layout use, besides those of every page. */
  texts: readonly Feature[];
  /** The layout around it. */
  frame: 'none' | 'front' | 'public' | 'welcome' | 'staff' | 'editor';
  /** Who may open it; without it, everyone whom the layout admits. */
  needs?: Need;
  /** Who sees its link in the header; of its path only the organization is filled. */
  nav?: { needs: Need };
  /** After sign-in people are redirected to the screen with the lowest of these that they may see. */
  firstScreen?: number;
  /** Shows nothing of an organization: those who may open it need not have one. */
  tenantless?: true;
  load: () => Promise<ComponentType>;
}

/** `app` registers its table of routes here, so that links are typed without importing it. */
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

/** The path of a screen, with the parameters of its pattern. */
export function usePathTo(): <Name extends RouteName>(name: Name, params?: Params<Name>) => string {
  const routes = useRoutes();
  return (name, params) => fillPath(routes[name].path, params ?? undefined);
}

/** The parameters of the current path by the pattern of a route; empty on another page. */
export function useParamsOf(name: RouteName): Readonly<Record<string, string | undefined>> {
  const { path } = useRoutes()[name];
  return matchPath(path, useNavigation().pathname) ?? {};
}

export interface Place {
  to: string;
  labelKey: ParseKeys;
}

const listed = (routes: Routes): readonly Route[] => Object.values(routes);

/** The header's links for a person with these claims; without an organization those of screens that need none. */
export function navigationOf(
  routes: Routes,
  tenantId: string | undefined,
  claims: Claims | undefined,
): readonly Place[] {
  if (!claims) return [];
  return listed(routes).flatMap(({ path, labelKey, nav, tenantless }) =>
    nav && (tenantId || tenantless) && decide(claims, nav.needs) === 'pass'
      ? { to: fillPath(path, { tenantId }), labelKey }
      : [],
  );
}

/** The first of the screens that need no organization, for a person who has none; undefined if they may see none. */
export function screenWithoutTenant(routes: Routes, claims: Claims): string | undefined {
  const free = listed(routes).filter(({ tenantless }) => tenantless);
  return firstOf(free, claims)?.to;
}

/** The first of the screens after sign-in that a person may see; undefined if there is none. */
export function firstScreen(routes: Routes, claims: Claims): Place | undefined {
  return firstOf(listed(routes), claims);
}

function firstOf(screens: readonly Route[], claims: Claims): Place | undefined {
  const [found] = screens
    .filter((route) => route.firstScreen !== undefined && decide(claims, route.needs ?? {}) === 'pass')
    .sort((a, b) => (a.firstScreen ?? 0) - (b.firstScreen ?? 0));
  return found && { to: fillPath(found.path), labelKey: found.labelKey };
}
