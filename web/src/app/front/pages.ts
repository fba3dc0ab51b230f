import type { Language } from '@sello/contracts';
import type { FrontPage } from './prerender.tsx';

/** What the program of the front page needs besides its markup. */
export type FrontPageParts = Omit<FrontPage, 'html'>;

/** The front page that the server sent with this document, and its language; undefined without one. */
export function writtenFrontPage(): (FrontPageParts & { language: Language }) | undefined {
  const block = document.getElementById('front-page');
  return block ? (JSON.parse(block.textContent) as FrontPageParts & { language: Language }) : undefined;
}

/** Prerendered by the build, one chunk for each language; rendered on import in development and in tests. */
const pages = import.meta.glob<FrontPage>('./*.prerendered.ts', { import: 'page' });

export const fetchFrontPage = (language: Language): Promise<FrontPage> =>
  pages[`./${language}.prerendered.ts`]!();
