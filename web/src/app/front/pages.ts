import type { Language } from '@sello/contracts';
import type { FrontPage } from './prerender.tsx';

/** Prerendered by the build, one chunk for each language; rendered on import in development and in tests. */
const pages = import.meta.glob<FrontPage>('./*.prerendered.ts', { import: 'page' });

export const fetchFrontPage = (language: Language): Promise<FrontPage> =>
  pages[`./${language}.prerendered.ts`]!();
