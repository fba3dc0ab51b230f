import { pages } from './prerender.tsx';

export const page = pages.en;
