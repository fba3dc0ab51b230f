import { type ComponentType, Fragment, StrictMode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';
import { needTexts, textsStarted } from '../../i18n/index.ts';
import { onPlatform, ownSite } from '../../state/own-site.ts';
import { type Route, RoutesContext } from '../../tenancy/routes.ts';
import { trailOf } from '../../tenancy/trail.ts';
import { TrailContext } from '../../ui/crumbs/trail.ts';
import { type Navigation, NavigationContext } from '../../ui/link/navigation.ts';
import { type Frame, frames } from '../frames/frames.ts';
import { PageFault } from '../PageFault.tsx';
import { isPublic, matchRoute } from '../routes/match.ts';
import { routes } from '../routes/table.ts';
import { restoreScroll, startEntries, writeEntry } from './entries.ts';
import { FaultBoundary } from './FaultBoundary.tsx';

type How = Parameters<typeof writeEntry>[1];

/**
 * Hands the document over to the staff's router, which then navigates to `next`, or opens the current URL. It calls
 * `leave` right before it renders, and stops when that returns false, because another navigation began meanwhile.
 * Throws when the router cannot be loaded.
 */
export type HandOver = (next: Next | undefined, leave: () => boolean) => Promise<void>;
type Next = { address: string; replace: boolean };

interface Page {
  Frame: Frame;
  Screen: ComponentType;
}

/**
 * The root of the public pages, without react-router (34 kB gzip): renders one page at a time from the shared table of
 * routes. As in react-router, the previous page stays until the next is loaded. Navigation to a page that is not public
 * loads the staff's router, which keeps the document from then on. `served` are the pages of this host; an organization's
 * own host has few, and what it does not have is on the platform.
 */
export function createPublicRoot(root: Root, served: Readonly<Record<string, Route>>, handOver: HandOver) {
  const end = startEntries();
  let latest = 0;

  const render = (address: string, { Frame, Screen }: Page): void => {
    const { pathname } = new URL(address, location.origin);
    const navigation: Navigation = { address, pathname, navigate };
    flushSync(() =>
      root.render(
        <StrictMode>
          <RoutesContext value={routes}>
            <NavigationContext value={navigation}>
              <TrailContext value={trailOf(routes, pathname)}>
                <FaultBoundary address={address}>
                  <Frame>
                    <FaultBoundary address={address}>
                      <Screen />
                    </FaultBoundary>
                  </Frame>
                </FaultBoundary>
              </TrailContext>
            </NavigationContext>
          </RoutesContext>
        </StrictMode>,
      ),
    );
    restoreScroll();
  };

  const visit = async (wanted: string, how: How): Promise<void> => {
    const visitId = ++latest;
    const found = matchRoute(served, new URL(wanted, location.origin).pathname);
    if (!found && ownSite) return location.assign(onPlatform(ownSite, wanted));
    const address = found ? wanted : routes.landing.path;
    const route = found ?? routes.landing;
    const entry = found || how === 'push' ? how : 'replace';
    if (!isPublic(route)) {
      const leave = (): boolean => {
        if (visitId !== latest) return false;
        removeEventListener('popstate', onPopState);
        end();
        return true;
      };
      const isThere = how === 'pop' || how === 'first';
      await handOver(isThere ? undefined : { address, replace: how === 'replace' }, leave).catch(
        async (error) => {
          await textsStarted;
          if (visitId !== latest) return;
          writeEntry(address, entry);
          render(address, { Frame: Fragment, Screen: () => <PageFault error={error} /> });
        },
      );
      return;
    }
    const page = await loadPage(route);
    if (visitId !== latest) return;
    writeEntry(address, entry);
    render(address, page);
  };
  const navigate: Navigation['navigate'] = (to, { replace = false } = {}) =>
    void visit(to, replace ? 'replace' : 'push');
  const onPopState = (): void => void visit(currentAddress(), 'pop');
  addEventListener('popstate', onPopState);
  return { visit };
}

const currentAddress = (): string => `${location.pathname}${location.search}${location.hash}`;

/** A screen in its layout. When a part fails to load, the fault page takes the screen's place and the layout stays. */
async function loadPage(route: Route & { frame: 'front' | 'public' }): Promise<Page> {
  const [frame, screen] = await Promise.allSettled([
    frames[route.frame](),
    Promise.all([route.load(), needTexts(route.texts)]).then(([Screen]) => Screen),
    // A part may fail before there is a text for the fault page.
    textsStarted,
  ]);
  const fault = frame.status === 'rejected' ? frame : screen.status === 'rejected' ? screen : undefined;
  return {
    Frame: frame.status === 'fulfilled' ? frame.value : Fragment,
    Screen: fault
      ? () => <PageFault error={fault.reason} />
      : (screen as PromiseFulfilledResult<ComponentType>).value,
  };
}
