import type { Language } from '@sello/contracts';
import type { FrontPage } from './prerender.tsx';

/** Drawn by the build, one file for each language; in development and in tests drawn when they are imported. */
const pages = import.meta.glob<FrontPage>('./*.prerendered.ts', { import: 'page' });

export const fetchFrontPage = (language: Language): Promise<FrontPage> =>
  pages[`./${language}.prerendered.ts`]!();
