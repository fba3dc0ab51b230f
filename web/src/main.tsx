import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setCaller } from './api/index.ts';
import { queryClient } from './api/queryClient.ts';
import { createRouter } from './app/routes/router.tsx';
import { accessToken, recheckSession, startSession } from './auth/index.ts';
import { session } from './auth/session.ts';
import { startTexts } from './i18n/index.ts';
import { setActiveTenant } from './state/activeTenant.ts';

setCaller({ token: accessToken, onUnauthenticated: () => void recheckSession() });
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

// The first screen is on its way while the texts are.
const router = createRouter();
await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
