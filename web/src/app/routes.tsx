import { publicRoutes } from '@sello/contracts';
import { createBrowserRouter, Navigate, Outlet, type RouteObject, ScrollRestoration } from 'react-router';
import { Landing } from '../features/landing/Landing.tsx';
import { Opening } from './guard/Opening.tsx';
import { RouteFault } from './RouteFault.tsx';

function Root() {
  return (
    <>
      <Outlet />
      <ScrollRestoration />
    </>
  );
}

/** One chunk per screen; the landing page is the only one in the first load. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <RouteFault />,
    hydrateFallbackElement: <Opening />,
    children: [
      { path: '/', element: <Landing /> },
      {
        path: 'auth/callback',
        lazy: async () => ({ Component: (await import('../features/auth/Callback.tsx')).Callback }),
      },
      {
        path: 'onboarding',
        lazy: async () => ({ Component: (await import('../features/onboarding/Onboarding.tsx')).Onboarding }),
      },
      {
        lazy: async () => ({ Component: (await import('../features/verify/VerifyShell.tsx')).VerifyShell }),
        children: [
          {
            path: publicRoutes.verify,
            lazy: async () => ({ Component: (await import('../features/verify/Verify.tsx')).Verify }),
          },
        ],
      },
      {
        lazy: async () => ({ Component: (await import('./StaffShell.tsx')).StaffShell }),
        children: [
          {
            path: 'students',
            lazy: async () => ({
              Component: (await import('../features/students/StudentsRoute.tsx')).StudentsRoute,
            }),
          },
          {
            path: 'organizations/:organizationId?',
            lazy: async () => ({
              Component: (await import('../features/organizations/OrganizationsRoute.tsx'))
                .OrganizationsRoute,
            }),
          },
          {
            path: 'settings/:tenantId/:tab?',
            lazy: async () => ({
              Component: (await import('../features/settings/SettingsRoute.tsx')).SettingsRoute,
            }),
          },
        ],
      },
      { path: '*', element: <Navigate to="/" replace /> },
    ],
  },
];

export const createRouter = () => createBrowserRouter(routes);
