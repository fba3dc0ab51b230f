import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setCaller } from '../api/index.ts';
import { accessToken, recheckSession, startSession } from '../auth/index.ts';
import { onPersonChange } from '../auth/person.ts';
import { session } from '../auth/session.ts';
import { needTexts, startTexts } from '../i18n/index.ts';
import { setActiveTenant } from '../state/activeTenant.ts';
import { ownSite } from '../state/own-site.ts';
import { Opening } from './guard/Opening.tsx';
import { createPublicRoot, type HandOver } from './public/publicRoot.tsx';
import { isPublic, matchRoute } from './routes/match.ts';
import { routes } from './routes/table.ts';

/** Starts the app in the document; with `to` it navigates there with a new history entry. */
export async function start(to?: string): Promise<void> {
  setCaller({
    token: accessToken,
    onUnauthenticated: () => void recheckSession(),
    // The public pages load only a few error texts: the rest is loaded before an error is shown.
    beforeError: () => needTexts(['errors', 'fileFaults']),
  });
  // Nobody is ever signed in on an organization's own host.
  if (ownSite) session.set({ status: 'signed-out' });
  else startSession();
  // The active organization of the previous person is cleared.
  onPersonChange(({ isSomebody }) => isSomebody || setActiveTenant(null));
  const texts = startTexts();
  const place = document.getElementById('root')!;
  const root = createRoot(place);

  /** True once a page is rendered; it stays until the next one is loaded. */
  let hasPage = false;

  const handOver: HandOver = async (next, leave) => {
    const { createStaffRoot } = await import('./routes/router.tsx');
    const { element, navigate, ready, dispose } = createStaffRoot();
    await Promise.all([texts, hasPage ? ready : undefined]);
    if (!leave()) return dispose();
    root.render(<StrictMode>{element}</StrictMode>);
    if (next) await navigate(next.address, { replace: next.replace });
  };
  const served = ownSite ? (await import('./routes/own-host.ts')).ownHostRoutes : routes;
  const first = matchRoute(served, location.pathname) ?? routes.landing;
  if (!isPublic(first)) return handOver(undefined, () => true);

  const { visit } = createPublicRoot(root, served, handOver);
  const here = `${location.pathname}${location.search}${location.hash}`;
  const visited = (to === undefined ? visit(here, 'first') : visit(to, 'push')).then(() => {
    hasPage = true;
    place.removeAttribute('data-written');
  });
  await texts;
  // The page that the server sent, as the prerendered front page, stays until its successor is loaded.
  if (!hasPage && to === undefined && !place.hasAttribute('data-written')) root.render(<Opening />);
  await visited;
}
