import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { setCaller } from './api/index.ts';
import { createRouter } from './app/routes/router.tsx';
import { accessToken, recheckSession, startSession } from './auth/index.ts';
import { onPerson } from './auth/person.ts';
import { startTexts } from './i18n/index.ts';
import { setActiveTenant } from './state/activeTenant.ts';

setCaller({ token: accessToken, onUnauthenticated: () => void recheckSession() });
startSession();

// Another person begins without the former one's organization.
onPerson(({ isSomebody }) => isSomebody || setActiveTenant(null));

// The first screen is on its way while the texts are.
const router = createRouter();
await startTexts();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
