// @vitest-environment jsdom
import { languages } from '@sello/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import { openFront } from './front.ts';
import type { FrontPage } from './prerender.tsx';

/** The pages that are being fetched, by language. */
const fetching = new Map<string, { arrive: (page: FrontPage) => void; fail: (error: Error) => void }>();
vi.mock('./pages.ts', () => ({
  writtenFrontPage: () => undefined,
  fetchFrontPage: (language: string) =>
    new Promise<FrontPage>((arrive, fail) => fetching.set(language, { arrive, fail })),
}));

const options = languages.map((language) => `<option value="${language}">${language}</option>`).join('');
const pageIn = (language: string): FrontPage => ({
  title: language,
  html: `<p>Page in ${language}</p><div><span class="lang"><select>${options}</select></span></div>`,
  icons: { menu: '', cross: '' },
  insecure: '',
  cannotStart: '',
  languageFailed: 'The language stays',
});

afterEach(() => {
  localStorage.clear();
  document.body.innerHTML = '';
});

const place = () => document.getElementById('root')!;
const select = () => document.querySelector('select')!;
const alert = () => document.querySelector('[role=alert]')?.textContent;
function choose(language: string): void {
  select().value = language;
  select().dispatchEvent(new Event('change', { bubbles: true }));
}

async function open(): Promise<void> {
  vi.stubGlobal('scrollTo', () => undefined);
  document.body.innerHTML = '<div id="root"></div>';
  const opened = openFront(place(), async () => undefined);
  fetching.get('en')!.arrive(pageIn('en'));
  await opened;
}

it('shows the language that was chosen last, and stores it when its page is there', async () => {
  await open();
  choose('es');
  choose('pt');
  expect(localStorage.getItem('language')).toBeNull();
  fetching.get('pt')!.arrive(pageIn('pt'));
  await vi.waitFor(() => expect(place().textContent).toContain('Page in pt'));
  fetching.get('es')!.arrive(pageIn('es'));
  // What follows is several promises further.
  await vi.dynamicImportSettled();
  expect(localStorage.getItem('language')).toBe('pt');
  expect(place().textContent).toContain('Page in pt');
  expect(select().value).toBe('pt');
});

it('says that the language stays when the page in another one cannot be fetched', async () => {
  await open();
  choose('es');
  fetching.get('es')!.fail(new TypeError('Failed to fetch'));
  await vi.waitFor(() => expect(alert()).toBe('The language stays'));
  expect(select().value).toBe('en');
  expect(localStorage.getItem('language')).toBeNull();
  choose('pt');
  fetching.get('pt')!.arrive(pageIn('pt'));
  await vi.waitFor(() => expect(place().textContent).toContain('Page in pt'));
  expect(alert()).toBeUndefined();
});
