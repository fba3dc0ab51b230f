import './styles/index.css';
import './import-again.ts';
import './without-eval.ts';
import { fetchFrontPage, writtenFrontPage } from './app/front/pages.ts';
import { isPublic, matchRoute } from './app/routes/match.ts';
import { routes } from './app/routes/table.ts';
import { hasStoredSession } from './auth/stored-session.ts';
import { browserLanguage } from './i18n/language.ts';
import { ownSite } from './state/own-site.ts';
import type { Route } from './tenancy/routes.ts';

const openApp = async (to?: string): Promise<void> => (await import('./app/start.tsx')).start(to);

/** Starts a download that is imported later; an error is handled at that import. */
const fetchAhead = (part: Promise<unknown>): void => void part.catch(() => undefined);

const route: Route | undefined = matchRoute(routes, location.pathname);
if (!route && !ownSite) history.replaceState(history.state, '', routes.landing.path);
if (ownSite) await openApp();
else if ((route ?? routes.landing) === routes.landing && !hasStoredSession()) {
  if (writtenFrontPage()?.language !== browserLanguage()) fetchAhead(fetchFrontPage(browserLanguage()));
  const { openFront } = await import('./app/front/front.ts');
  await openFront(document.getElementById('root')!, openApp);
} else {
  if (route) {
    fetchAhead(route.load());
    if (!isPublic(route)) fetchAhead(import('./app/routes/router.tsx'));
  }
  await openApp();
}
