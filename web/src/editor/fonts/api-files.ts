import { fontsApi } from '@sello/contracts';
import { call } from '../../api/index.ts';
import type { FontFiles } from './fonts.ts';

/** The fonts of the active organization. Files are kept by the browser's HTTP cache: their addresses are hashes. */
export const apiFontFiles: FontFiles = {
  list: () => call(fontsApi, 'list'),
  file: (sha256) => call(fontsApi, 'file', { query: { sha256 } }),
  words: async (texts) => (await call(fontsApi, 'words', { body: { texts: [...texts] } })).starts,
};
