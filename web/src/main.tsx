import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from './app/queryClient.ts';
import { createRouter } from './app/routes.tsx';
import { startSession } from './auth/index.ts';
import { session } from './auth/session.ts';
import { startTexts } from './i18n/index.ts';
import { setActiveTenant } from './tenancy/active.ts';

startSession();

// Another person, or none: nothing of the former one stays in memory.
let person: string | undefined;
session.subscribe(() => {
  const state = session.get();
  const now = state.status === 'signed-in' ? state.user.id : undefined;
  if (state.status === 'starting' || state.status === 'unreachable' || now === person) return;
  if (person !== undefined) queryClient.clear();
  if (now === undefined) setActiveTenant(null);
  person = now;
});

await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createRouter()} />
    </QueryClientProvider>
  </StrictMode>,
);
