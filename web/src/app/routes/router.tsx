import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { needTexts } from '../../i18n/index.ts';
import { type Route, RoutesContext } from '../../tenancy/routes.ts';
import type { RouteHandle } from '../../ui/crumbs/Crumbs.tsx';
import { Opening } from '../guard/Opening.tsx';
import { RouteFault } from '../RouteFault.tsx';
import { routes } from './table.ts';

function Root() {
  return (
    <RoutesContext value={routes}>
      <Outlet />
      <ScrollRestoration />
    </RoutesContext>
  );
}

/** What stands around a screen, fetched with the first screen that needs it. */
const frames: Record<Exclude<Route['frame'], 'none'>, () => Promise<ComponentType>> = {
  front: async () => (await import('../frames/FrontFrame.tsx')).FrontFrame,
  public: async () => (await import('../frames/PublicFrame.tsx')).PublicFrame,
  welcome: async () => (await import('../frames/WelcomeFrame.tsx')).WelcomeFrame,
  staff: async () => (await import('../frames/StaffFrame.tsx')).StaffFrame,
};

/**
 * A screen in its frame. Its own fault leaves the frame standing, with the ways that lead on; the boundary is a route
 * around the screen's, because the router draws nothing of a route that could not be fetched.
 */
export function routeOf({ path, labelKey, texts, needs, load }: Route): RouteObject {
  const lazy = async () => {
    const fetched = Promise.all([load(), needTexts(texts)]);
    if (!needs) return { Component: (await fetched)[0] };
    const [[Screen], { ScreenGuard }] = await Promise.all([fetched, import('../guard/ScreenGuard.tsx')]);
    return {
      element: (
        <ScreenGuard needs={needs}>
          <Screen />
        </ScreenGuard>
      ),
    };
  };
  const handle: RouteHandle = { labelKey };
  return { errorElement: <RouteFault />, children: [{ path, handle, lazy }] };
}

/** The screens of each frame under one element, which stays while people go from one to the other. */
export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFault />,
    hydrateFallbackElement: <Opening />,
    children: [
      ...screensOf('none'),
      ...(Object.keys(frames) as (keyof typeof frames)[]).map(
        (frame): RouteObject => ({
          lazy: async () => ({ Component: await frames[frame]() }),
          children: screensOf(frame),
        }),
      ),
      { path: '*', element: <Navigate to={routes.landing.path} replace /> },
    ],
  },
];

function screensOf(frame: Route['frame']): RouteObject[] {
  return Object.values<Route>(routes)
    .filter((route) => route.frame === frame)
    .map(routeOf);
}

export const createRouter = () => createBrowserRouter(routeObjects);
