import '../../features/landing/hero.css';
import '../../features/landing/landing.css';
import type { Language } from '@sello/contracts';
import { browserLanguage, localeTags, storeLanguage } from '../../i18n/language.ts';
import { trustedMarkup } from '../../state/trusted-types.ts';
import { restoreScroll, startEntries } from '../public/entries.ts';
import { type FrontPageParts, fetchFrontPage, writtenFrontPage } from './pages.ts';
import type { FrontPage } from './prerender.tsx';

/**
 * Loads the app into the document. With `to` it navigates there with a new history entry, else it opens the current
 * URL.
 */
type OpenApp = (to?: string) => Promise<void>;

/**
 * The front page without React, for visitors who are not signed in: the prerendered markup, which the server has usually
 * sent with the document, and the handlers of its controls. Links load the app into the same document.
 */
export async function openFront(place: HTMLElement, openApp: OpenApp): Promise<void> {
  const written = writtenFrontPage();
  let page: FrontPageParts | undefined = written?.language === browserLanguage() ? written : undefined;
  if (!page) {
    const fetched = await fetchFrontPage(browserLanguage());
    if (written) patchTexts(place, contentOf(fetched));
    else place.replaceChildren(...contentOf(fetched).childNodes);
    page = fetched;
  }
  const shown = { page };
  const stop = new AbortController();
  const { signal } = stop;
  const endEntries = startEntries();

  const leave = async (to?: string): Promise<void> => {
    stop.abort();
    endEntries();
    // If the app cannot be loaded, the browser navigates by itself and shows its own error.
    await openApp(to).catch(() => location.assign(to ?? location.href));
  };
  /** The language that was chosen last, which alone counts. */
  let chosen: Language | undefined;
  const changeLanguage = async (language: Language, control: HTMLElement): Promise<void> => {
    chosen = language;
    const fetched = await fetchFrontPage(language).catch(() => undefined);
    if (chosen !== language) return;
    // The select shows what the page is in.
    if (!fetched) updateDocument(shown.page, browserLanguage(), place);
    sayIn(control.closest('.lang, ul')!.parentElement!, fetched ? '' : shown.page.languageFailed);
    if (!fetched) return;
    storeLanguage(language);
    patchTexts(place, contentOf(fetched));
    updateDocument(fetched, language, place);
    shown.page = fetched;
  };
  const handlers: Record<string, (control: HTMLElement) => void> = {
    'sign-in': (control) => void signIn(control, shown.page),
    hold: (control) => {
      const isHeld = control.getAttribute('aria-pressed') !== 'true';
      control.setAttribute('aria-pressed', String(isHeld));
      place.querySelector('.turn')?.classList.toggle('is-held', isHeld);
    },
    menu: (control) => toggleMenu(control, shown.page),
    language: (control) => void changeLanguage(control.dataset.language as Language, control),
  };

  updateDocument(page, browserLanguage(), place);
  restoreScroll();

  const on: typeof place.addEventListener = (type: string, listener: EventListenerOrEventListenerObject) =>
    place.addEventListener(type, listener, { signal });
  on('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('a, button');
    if (!control) return;
    const menu = control.closest<HTMLElement>('.mobile-menu:not([hidden])');
    const to = control instanceof HTMLAnchorElement ? ownPath(control, event) : undefined;
    if (to !== undefined) {
      event.preventDefault();
      if (to === location.pathname) scrollTo(0, 0);
      else void leave(to);
    }
    handlers[control.dataset.act ?? '']?.(control);
    if (menu) toggleMenu(burgerOf(menu), shown.page);
  });
  on('change', ({ target }) => {
    if (target instanceof HTMLSelectElement) void changeLanguage(target.value as Language, target);
  });
  document.addEventListener(
    'keydown',
    ({ key }) => {
      const menu = place.querySelector<HTMLElement>('.mobile-menu:not([hidden])');
      if (key !== 'Escape' || !menu) return;
      toggleMenu(burgerOf(menu), shown.page);
      burgerOf(menu).focus();
    },
    { signal },
  );
  place.removeAttribute('data-written');
  // "Forward" to a page of the app, after a reload of this document.
  addEventListener('popstate', () => location.pathname === '/' || void leave(), { signal });
}

/** The path of an internal link that this click follows in the same document. */
function ownPath(link: HTMLAnchorElement, event: MouseEvent): string | undefined {
  const isForBrowser = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const to = link.getAttribute('href');
  return isForBrowser || !to?.startsWith('/') ? undefined : to;
}

/** The page's markup as DOM nodes, not yet in the document. */
function contentOf(page: FrontPage): HTMLElement {
  const content = document.createElement('div');
  content.innerHTML = trustedMarkup(page.html);
  for (const styled of content.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style!;
    styled.removeAttribute('data-style');
  }
  return content;
}

/** Sets title and language of the document. */
function updateDocument(page: FrontPageParts, language: Language, place: HTMLElement): void {
  document.title = page.title;
  document.documentElement.lang = localeTags[language];
  for (const select of place.querySelectorAll('select')) select.value = language;
}

const translated = ['alt', 'aria-current', 'aria-label', 'title'];

/** Replaces the texts by those of another language; elements, their state and the focus stay. */
function patchTexts(shown: Node, next: Node): void {
  if (shown instanceof Text) shown.nodeValue = next.nodeValue;
  if (shown instanceof Element && next instanceof Element) {
    for (const attribute of translated) {
      const value = next.getAttribute(attribute);
      if (value === null) shown.removeAttribute(attribute);
      else shown.setAttribute(attribute, value);
    }
  }
  for (const [index, child] of [...next.childNodes].entries()) {
    const before = shown.childNodes[index];
    if (before) patchTexts(before, child);
  }
}

function burgerOf(menu: HTMLElement): HTMLElement {
  return menu.parentElement!.querySelector<HTMLElement>('.burger')!;
}

function toggleMenu(burger: HTMLElement, { icons }: FrontPageParts): void {
  const menu = document.getElementById(burger.getAttribute('aria-controls')!)!;
  menu.hidden = !menu.hidden;
  burger.setAttribute('aria-expanded', String(!menu.hidden));
  burger.querySelector('path')!.setAttribute('d', menu.hidden ? icons.menu : icons.cross);
}

/** Shows a message as the last part of a place, in place of the one before; an empty one removes it. */
function sayIn(place: HTMLElement, text: string): void {
  const before = place.querySelector(':scope > [role=alert]');
  if (text === '') {
    before?.remove();
    return;
  }
  const alert = before ?? document.createElement('span');
  alert.setAttribute('role', 'alert');
  alert.className = place.closest('.head') ? 'bad small' : 'bad';
  alert.textContent = text;
  if (!before) place.append(alert);
}

/** Starts the sign-in; an error is shown beside the button. The auth client is loaded here. */
async function signIn(button: HTMLElement, page: FrontPageParts): Promise<void> {
  if (button.ariaBusy === 'true') return;
  const isButton = button.classList.contains('btn');
  const end = isButton ? setBusy(button) : () => undefined;
  const fail = (text: string): void => {
    end();
    if (isButton) sayIn(button.parentElement!, text);
  };
  try {
    const auth = await import('../../auth/index.ts');
    if ((await auth.signIn()) === 'insecure') fail(page.insecure);
  } catch {
    fail(page.cannotStart);
  }
}

/** Shows the busy state of a button, as the app's `Button` does. */
function setBusy(button: HTMLElement): () => void {
  const spin = document.createElement('span');
  spin.className = 'spin';
  spin.ariaHidden = 'true';
  button.prepend(spin);
  button.ariaBusy = 'true';
  button.ariaDisabled = 'true';
  return () => {
    spin.remove();
    button.removeAttribute('aria-busy');
    button.removeAttribute('aria-disabled');
  };
}
