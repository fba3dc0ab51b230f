import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { setCaller } from '../api/index.ts';
import { accessToken, recheckSession, startSession } from '../auth/index.ts';
import { onPersonChange } from '../auth/person.ts';
import { needTexts, startTexts } from '../i18n/index.ts';
import { setActiveTenant } from '../state/activeTenant.ts';
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
  startSession();
  // The active organization of the previous person is cleared.
  onPersonChange(({ isSomebody }) => isSomebody || setActiveTenant(null));
  const texts = startTexts();
  const root = createRoot(document.getElementById('root')!);

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
  const first = matchRoute(routes, location.pathname) ?? routes.landing;
  if (!isPublic(first)) return handOver(undefined, () => true);

  const { visit } = createPublicRoot(root, handOver);
  const here = `${location.pathname}${location.search}${location.hash}`;
  const visited = (to === undefined ? visit(here, 'first') : visit(to, 'push')).then(() => {
    hasPage = true;
  });
  await texts;
  // The prerendered front page stays until the next page is loaded.
  if (!hasPage && to === undefined) root.render(<Opening />);
  await visited;
}
