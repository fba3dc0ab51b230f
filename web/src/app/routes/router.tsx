import '../../styles/staff.css';
import { useEffect, useMemo, useState } from 'react';
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  ScrollRestoration,
  useLocation,
  useNavigate,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { needTexts } from '../../i18n/index.ts';
import { leaveUnsaved } from '../../state/unsaved.ts';
import { matchPath } from '../../tenancy/paths.ts';
import { type Route, RoutesContext } from '../../tenancy/routes.ts';
import { trailOf } from '../../tenancy/trail.ts';
import { TrailContext } from '../../ui/crumbs/trail.ts';
import { type Navigation, NavigationContext } from '../../ui/link/navigation.ts';
import { frames } from '../frames/frames.ts';
import { Opening } from '../guard/Opening.tsx';
import { RouteFault } from '../RouteFault.tsx';
import { opening } from './open-document.ts';
import { routes } from './table.ts';

const editorPaths = Object.values<Route>(routes).filter(({ frame }) => frame === 'editor');

/** The editor's pages have a content security policy of their own, which holds for the life of a document. */
const isOfEditor = (to: string): boolean =>
  editorPaths.some(({ path }) => matchPath(path, to.replace(/[?#].*$/, '')) !== undefined);

function Root() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const navigation = useMemo<Navigation>(
    () => ({
      pathname,
      address: `${pathname}${search}${hash}`,
      navigate: (to, options) => {
        if (isOfEditor(to) === isOfEditor(pathname)) void navigate(to, options);
        else leaveUnsaved(() => opening.document(to, options));
      },
    }),
    [pathname, search, hash, navigate],
  );
  const trail = useMemo(() => trailOf(routes, pathname), [pathname]);
  const [beganInEditor] = useState(() => isOfEditor(pathname));
  // Whatever led here: a redirect of the guard, or the browser's own back.
  const isAcross = isOfEditor(pathname) !== beganInEditor;
  const { address } = navigation;
  useEffect(() => {
    if (isAcross) opening.document(address, { replace: true });
  }, [isAcross, address]);
  return (
    <RoutesContext value={routes}>
      <NavigationContext value={navigation}>
        <TrailContext value={trail}>{isAcross ? <Opening /> : <Outlet />}</TrailContext>
        <ScrollRestoration />
      </NavigationContext>
    </RoutesContext>
  );
}

/**
 * A screen as a route, with an error boundary that keeps the layout and its links. The boundary is a parent route,
 * because react-router renders nothing of a route whose `lazy` failed.
 */
export function routeOf({ path, texts, needs, load }: Route): RouteObject {
  const lazy = async () => {
    const fetched = Promise.all([load(), needTexts([...texts, 'errors'])]);
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
  return { errorElement: <RouteFault />, children: [{ path, lazy }] };
}

/** All screens of a layout share one layout route, so it stays mounted when people navigate between them. */
export const routeObjects: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFault />,
    hydrateFallbackElement: <Opening />,
    children: [
      ...screensOf('none'),
      ...(Object.keys(frames) as (keyof typeof frames)[]).map(
        (frame): RouteObject => ({
          lazy: async () => {
            const Frame = await frames[frame]();
            return {
              element: (
                <Frame>
                  <Outlet />
                </Frame>
              ),
            };
          },
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

/** The app under react-router. `ready` resolves when its first screen can be rendered. */
export function createStaffRoot() {
  const router = createBrowserRouter(routeObjects);
  const ready = new Promise<void>((resolve) => {
    const look = (isReady: boolean): void => {
      if (isReady) resolve();
    };
    router.subscribe(({ initialized }) => look(initialized));
    look(router.state.initialized);
  });
  const { navigate, dispose } = router;
  return { element: <RouterProvider router={router} />, navigate, ready, dispose };
}
